import { type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { ErasureRecord } from './erasure-records.ts';

/**
 * SQL: names an account without saying who it is. Its reference is random, is in every backup, and changes with the erasure. So
 * another account with the same number is never meant, nor one that is erased already.
 */
const FINGERPRINT = sql`left(encode(sha256(convert_to(accounts.reference::text, 'UTF8')), 'hex'), 32)`;

export async function selectInstallationId(db: Db): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from installation`);
  const [row] = rows;
  if (!row) throw new Error('The row of the installation is missing.');
  return row.id;
}

/** Of an account whose erasure has begun. */
export async function selectErasureRecord(db: Db, accountId: number): Promise<ErasureRecord | undefined> {
  const { rows } = await db.execute<ErasureRecord>(sql`
    select id as "accountId", ${FINGERPRINT} as fingerprint, extract(epoch from begun_at)::float8 as "begunAtSeconds"
    from accounts join account_erasures on account_id = id where id = ${accountId} and begun_at is not null`);
  return rows[0] && { ...rows[0], begunAtSeconds: Math.floor(rows[0].begunAtSeconds) };
}

/** A restore of this database whose erasures no worker has planned again yet. */
export type UnplannedRestore = { id: number };

/** @returns restores in the order in which they were made */
export async function selectUnplannedRestores(db: Db): Promise<UnplannedRestore[]> {
  const { rows } = await db.execute<UnplannedRestore>(sql`
    select id from restores where erasures_planned_at is null order by id`);
  return rows;
}

/** Of workers that plan at once, the second finds the restore planned. @returns whether this caller plans it */
export async function updatePlanned(tx: Transaction, { id }: UnplannedRestore): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update restores set erasures_planned_at = now() where id = ${id} and erasures_planned_at is null`);
  return rowCount === 1;
}

/** When the backup was taken and restored. Later records may be those of another database with the same installation id. */
type Span = { takenAt: SQL; restoredAt: SQL };

/** SQL: the span of a restore in this database. */
export function spanOf({ id }: UnplannedRestore): Span {
  return {
    takenAt: sql`(select taken_at from restores where id = ${id})`,
    restoredAt: sql`(select restored_at from restores where id = ${id})`,
  };
}

/**
 * Locks the accounts that records name and a backup brought back: nobody can use them until they are erased, and rights, which
 * an account may have had when the backup was taken, don't keep it from that.
 *
 * @param passwordHash of a password that nobody knows
 * @returns ids of these accounts
 */
export async function lockRecorded(
  db: Db,
  records: ErasureRecord[],
  { span: { takenAt, restoredAt }, passwordHash }: { span: Span; passwordHash: string },
): Promise<number[]> {
  // An erasure that began before the backup was taken may have been committed after it. No transaction takes an hour.
  const { rows } = await db.execute<{ id: number }>(sql`
    with again as (
      select accounts.id from accounts
      join json_to_recordset(${JSON.stringify(records)}::json)
        as record ("accountId" int, fingerprint text, "begunAtSeconds" float8)
        on record."accountId" = accounts.id and record.fingerprint = ${FINGERPRINT}
      where to_timestamp("begunAtSeconds") > ${takenAt}::timestamptz - interval '1 hour'
        and to_timestamp("begunAtSeconds") <= ${restoredAt}::timestamptz
      order by accounts.id for no key update of accounts
    ), banned as (
      insert into bans (account_id, description)
      select distinct id, 'Account deleted' from again
      where not exists (select from bans where account_id = again.id and is_active and ends_at is null))
    update accounts
    set password_hash = ${passwordHash}, permission = 0, web_mgt = 1, sections = '{}', role_id = null
    from again where accounts.id = again.id
    returning accounts.id`);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Plans the erasure of these accounts, where it hasn't begun. @returns ids of those that are planned now */
export async function upsertBegunErasures(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into account_erasures as erasure (account_id, due_at, begun_at)
    select id, now(), now() from unnest(${sql.param(ids)}::int[]) as again (id)
    on conflict (account_id) do update
      set due_at = least(erasure.due_at, excluded.due_at), begun_at = excluded.begun_at
      where erasure.erased_at is null and erasure.begun_at is null
    returning account_id as id`);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

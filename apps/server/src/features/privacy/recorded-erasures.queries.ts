import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { ErasureRecord } from './erasure-records.ts';

/** SQL: the day of an account's registration, as records name it. */
const REGISTERED_ON = sql`to_char(accounts.registered_at at time zone 'UTC', 'YYYYMMDD')`;

/** SQL: rows of the accounts that records name. */
function recorded(records: ErasureRecord[]): SQL {
  return sql`
    select accounts.id from accounts
    join json_to_recordset(${JSON.stringify(records)}::json) as record ("accountId" int, "registeredOn" text)
      on record."accountId" = accounts.id and record."registeredOn" = ${REGISTERED_ON}`;
}

export async function selectInstallationId(db: Db): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from installation`);
  const [row] = rows;
  if (!row) throw new Error('The row of the installation is missing.');
  return row.id;
}

export async function selectErasureRecord(db: Db, accountId: number): Promise<ErasureRecord | undefined> {
  const { rows } = await db.execute<ErasureRecord>(sql`
    select id as "accountId", ${REGISTERED_ON} as "registeredOn" from accounts where id = ${accountId}`);
  return rows[0];
}

/** Plans again what records say was erased, and this database has. @returns ids of these accounts */
export async function upsertRecordedErasures(db: Db, records: ErasureRecord[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into account_erasures as erasure (account_id, due_at, begun_at)
    select id, now(), now() from (${recorded(records)} where accounts.erased_at is null) as again
    on conflict (account_id) do update
      set due_at = least(erasure.due_at, excluded.due_at), begun_at = coalesce(erasure.begun_at, excluded.begun_at)
      where erasure.erased_at is null
    returning account_id as id`);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/**
 * The same in a database of an older release, in the transaction of its restore: nobody can use these accounts until the next
 * worker erases them, which also plans it.
 *
 * @param passwordHash of a password that nobody knows
 * @param knowsErasures whether this schema has erased accounts
 * @returns ids of these accounts
 */
export async function lockRecorded(
  db: Db,
  records: ErasureRecord[],
  { passwordHash, knowsErasures }: { passwordHash: string; knowsErasures: boolean },
): Promise<number[]> {
  const isThere = knowsErasures ? sql`where accounts.erased_at is null` : sql``;
  const { rows } = await db.execute<{ id: number }>(sql`
    with again as (${recorded(records)} ${isThere}), banned as (
      insert into bans (account_id, description)
      select id, 'Account deleted' from again
      where not exists (select from bans where account_id = again.id and is_active and ends_at is null))
    update accounts set password_hash = ${passwordHash} from again where accounts.id = again.id
    returning accounts.id`);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

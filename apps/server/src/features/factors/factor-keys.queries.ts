import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { StoredTotp } from './proofs.service.ts';

/** Of each key the oldest and the newest secret: a key that was replaced under its id opens only one of them. */
export async function selectSamplesOfKeys(db: Db): Promise<StoredTotp[]> {
  const { rows } = await db.execute<StoredTotp>(sql`
    select account_id as "accountId", key_id as "keyId", encode(sealed, 'base64') as sealed
    from (
      select *, row_number() over (partition by key_id order by confirmed_at, account_id) as oldest,
        row_number() over (partition by key_id order by confirmed_at desc, account_id) as newest
      from totp_factors) as samples
    where oldest = 1 or newest = 1`);
  return rows;
}

/** Keeps what a start has found, and forgets keys that nothing is encrypted with. */
export async function upsertKeyStates(
  db: Db,
  states: { keyId: string; isReadable: boolean }[],
): Promise<void> {
  await db.execute(sql`
    with known as (
      select * from json_to_recordset(${JSON.stringify(states)}::json) as known ("keyId" text, "isReadable" boolean)),
      forgotten as (delete from factor_keys where key_id not in (select "keyId" from known))
    insert into factor_keys (key_id, is_readable) select "keyId", "isReadable" from known order by "keyId"
    on conflict (key_id) do update set is_readable = excluded.is_readable, checked_at = now()`);
}

/** SQL: how many accounts have an authenticator app whose secret can't be read. */
export const unreadableFactors: SQL = sql`(
  select count(*) from totp_factors
  where key_id in (select key_id from factor_keys where not is_readable))`;

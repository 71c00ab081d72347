import { sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { deleteStrayRecoveryCodes } from './factors.queries.ts';

/** Longer than a link 'This wasn't me' works, with the time that its mail waits. */
const KEPT_DAYS = 14;

/**
 * Keeps the authenticator app and the recovery codes of an account, whose row the transaction has locked, before one of them is
 * replaced. Does nothing for an account without both.
 */
export async function keepReplacedFactors(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`
    insert into replaced_factors (account_id, key_id, sealed, last_step, confirmed_at, code_hashes)
    select account.id, key_id, sealed, last_step, confirmed_at, codes.hashes
    from (select ${accountId}::int as id) as account
    left join totp_factors on account_id = account.id
    cross join lateral (
      select coalesce(array_agg(code_hash), '{}') as hashes from recovery_codes
      where account_id = account.id and used_at is null) as codes
    where key_id is not null or codes.hashes <> '{}'`);
}

/**
 * Ends passkeys, an authenticator app and recovery codes that came at this time or later, and brings the app and the codes
 * back that they replaced. An app that was removed stays removed. The transaction has locked the account.
 */
export async function revertFactorsSince(
  tx: Transaction,
  { accountId, since }: { accountId: number; since: string },
): Promise<void> {
  const replaced = sql`(
    select * from replaced_factors where account_id = ${accountId} and replaced_at >= ${since}::timestamptz
    order by replaced_at, id limit 1)`;
  await tx.execute(sql`
    delete from passkeys where account_id = ${accountId} and created_at >= ${since}::timestamptz`);
  await tx.execute(sql`
    with kept as (
      select * from ${replaced} as replaced where confirmed_at < ${since}::timestamptz
    ), ended as (
      delete from totp_factors
      where account_id = ${accountId} and confirmed_at >= ${since}::timestamptz and not exists (select from kept))
    update totp_factors as app
    set key_id = kept.key_id, sealed = kept.sealed, last_step = kept.last_step, confirmed_at = kept.confirmed_at
    from kept where app.account_id = kept.account_id and app.confirmed_at >= ${since}::timestamptz`);
  await tx.execute(sql`
    delete from recovery_codes where account_id = ${accountId} and exists (select from ${replaced} as replaced)`);
  await tx.execute(sql`
    insert into recovery_codes (account_id, code_hash)
    select account_id, unnest(code_hashes) from ${replaced} as replaced`);
  await tx.execute(sql`
    delete from replaced_factors where account_id = ${accountId} and replaced_at >= ${since}::timestamptz`);
  await deleteStrayRecoveryCodes(tx, accountId);
}

export async function deleteOldReplacedFactors(db: Db): Promise<void> {
  await db.execute(sql`
    delete from replaced_factors where replaced_at < now() - make_interval(days => ${KEPT_DAYS})`);
}

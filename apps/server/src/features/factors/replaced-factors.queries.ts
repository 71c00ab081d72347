import { sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { deleteStrayRecoveryCodes } from './factors.queries.ts';
import { hasFactor } from './methods.queries.ts';

/** Longer than a link 'This wasn't me' works, with the time that its mail waits. */
const KEPT_DAYS = 14;

/**
 * Keeps the authenticator app and the recovery codes of an account, whose row the transaction has locked, before one of them is
 * replaced. Also when there is neither: then the codes that come now have to end with a report. Does nothing without a factor.
 */
export async function keepReplacedFactors(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`
    insert into replaced_factors (account_id, key_id, sealed, last_step, confirmed_at, code_hashes)
    select account.id, key_id, sealed, last_step, confirmed_at, array(
      select code_hash from recovery_codes where account_id = account.id and used_at is null)
    from (select ${accountId}::int as id) as account
    left join totp_factors on account_id = account.id
    where ${hasFactor(sql`${accountId}::int`)}`);
}

/** Forgets the apps that were replaced, when their owner removes the app: none comes back. The transaction has locked the account. */
export async function forgetReplacedApps(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`
    update replaced_factors set key_id = null, sealed = null, last_step = null, confirmed_at = null
    where account_id = ${accountId} and key_id is not null`);
}

/**
 * Brings the app and the recovery codes back that were replaced at this time or later, and ends passkeys and an app that came
 * since if an older factor stays: a mailbox alone gets around no factor. The transaction has locked the account.
 */
export async function revertFactorsSince(
  tx: Transaction,
  { accountId, since }: { accountId: number; since: string },
): Promise<void> {
  const replaced = sql`(
    select * from replaced_factors where account_id = ${accountId} and replaced_at >= ${since}::timestamptz
    order by replaced_at, id limit 1)`;
  await tx.execute(sql`
    with newer as (
      select * from totp_factors where account_id = ${accountId} and confirmed_at >= ${since}::timestamptz
    ), kept as (
      select * from ${replaced} as replaced
      where confirmed_at < ${since}::timestamptz and exists (select from newer)
    ), older as (
      select from passkeys where account_id = ${accountId} and created_at < ${since}::timestamptz
      union all select from totp_factors where account_id = ${accountId} and confirmed_at < ${since}::timestamptz
      union all select from kept
    ), ended_passkeys as (
      delete from passkeys
      where account_id = ${accountId} and created_at >= ${since}::timestamptz and exists (select from older)
    ), ended_app as (
      delete from totp_factors
      where account_id in (select account_id from newer) and exists (select from older)
        and not exists (select from kept))
    update totp_factors as app
    set key_id = kept.key_id, sealed = kept.sealed, last_step = kept.last_step, confirmed_at = kept.confirmed_at
    from kept where app.account_id = kept.account_id`);
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

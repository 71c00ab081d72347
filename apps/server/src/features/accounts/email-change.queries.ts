import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** `stale`: the password has changed since it was verified. */
export type PendingEmailOutcome = 'pending' | 'own' | 'taken' | 'stale';

/**
 * Stores the requested address. The check for a taken address is only an early answer: the unique index decides when
 * the link is opened.
 */
export async function updatePendingEmail(
  db: Db,
  { accountId, newEmail, verifiedHash }: { accountId: number; newEmail: string; verifiedHash: string },
): Promise<PendingEmailOutcome> {
  const { rows } = await db.execute<{ holder: number | null; updated: number | null }>(sql`
    with holder as (select id from accounts where lower(email) = lower(${newEmail})),
    updated as (
      update accounts set pending_email = ${newEmail}
      where id = ${accountId} and password_hash = ${verifiedHash} and not exists (select 1 from holder)
      returning id)
    select (select id from holder) as holder, (select id from updated) as updated`);
  const { holder, updated } = rows[0] ?? { holder: null, updated: null };
  if (updated !== null) return 'pending';
  if (holder === null) return 'stale';
  return holder === accountId ? 'own' : 'taken';
}

/**
 * Makes the pending address the account's confirmed address, if it still is this one.
 *
 * @returns the previous address, and whether it was confirmed
 * @throws a violation of EMAIL_KEY when another account has the address by now
 */
export async function updateEmailToPending(
  db: Db,
  { accountId, email }: { accountId: number; email: string },
): Promise<{ email: string; wasConfirmed: boolean } | undefined> {
  const { rows } = await db.execute<{ email: string; wasConfirmed: boolean }>(sql`
    with before as (
      select id, email, email_confirmed_at from accounts
      where id = ${accountId} and lower(pending_email) = lower(${email}) for update)
    update accounts set email = accounts.pending_email, pending_email = null, email_confirmed_at = now()
    from before where accounts.id = before.id
    returning before.email, before.email_confirmed_at is not null as "wasConfirmed"`);
  return rows[0];
}

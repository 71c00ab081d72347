import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { accountActivity } from './activity.tables.ts';

const today = sql`(now() at time zone 'UTC')::date`;

/**
 * Assignments for an update of `account_activity` that record today's activity. The update locks the row, so concurrent updates
 * are serialised. The day never moves back, even if a clock lags.
 */
export const asActive = sql`
  previous_active_on = case when last_active_on < ${today} then last_active_on else previous_active_on end,
  last_active_on = greatest(last_active_on, ${today})`;

/**
 * A statement that counts a sign-in on the account's active day.
 *
 * @param updated a query for `account_id`, `last_active_on` and `previous_active_on` of the account's activity. The same statement must
 *   have updated its row. Lock order: account, its activity, then activity day. Reversing it deadlocks.
 */
export function countSignIn(updated: SQL): SQL {
  return sql`
    insert into activity_days as known (day, account_id, previous_day, sign_ins)
    select last_active_on, account_id, previous_active_on, 1 from (${updated}) as updated
    on conflict (day, account_id) do update set sign_ins = known.sign_ins + 1
    returning account_id`;
}

/** Records that the account is active today, and its address. */
export async function updateLastActivity(
  db: Db,
  { accountId, address }: { accountId: number; address: string | null },
): Promise<void> {
  await db.execute(sql`
    with updated as (
      update account_activity set last_ip = coalesce(${address}, last_ip), ${asActive}
      where account_id = ${accountId}
      returning account_id, last_active_on, previous_active_on
    )
    insert into activity_days (day, account_id, previous_day, sign_ins)
    select last_active_on, account_id, previous_active_on, 0 from updated
    on conflict do nothing`);
}

export type AccountActivity = typeof accountActivity.$inferSelect;

/** The addresses that an account was last at, and last signed in from. */
export type LastAddresses = Pick<AccountActivity, 'lastIp' | 'lastLoginIp'>;

export async function selectLastAddresses(db: Db, accountId: number): Promise<LastAddresses> {
  const [row] = await db
    .select({ lastIp: accountActivity.lastIp, lastLoginIp: accountActivity.lastLoginIp })
    .from(accountActivity)
    .where(eq(accountActivity.accountId, accountId));
  return row ?? { lastIp: null, lastLoginIp: null };
}

/** Keeps sign-ins of the account out until the transaction ends: they lock this row, and not the account. */
export async function lockSignIns(tx: Transaction, accountId: number): Promise<void> {
  await tx
    .select({ accountId: accountActivity.accountId })
    .from(accountActivity)
    .where(eq(accountActivity.accountId, accountId))
    .for('no key update');
}

export async function eraseActivity(tx: Transaction, accountId: number): Promise<void> {
  await tx
    .update(accountActivity)
    .set({ lastActiveOn: null, previousActiveOn: null, lastLoginAt: null, lastLoginIp: null, lastIp: null })
    .where(eq(accountActivity.accountId, accountId));
}

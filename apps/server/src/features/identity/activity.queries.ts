import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

const today = sql`(now() at time zone 'UTC')::date`;

/**
 * Assignments for an update of `accounts` that record today's activity. The update locks the row, so concurrent updates
 * are serialised. The day never moves back, even if a clock lags.
 */
export const asActive = sql`
  previous_active_on = case when last_active_on < ${today} then last_active_on else previous_active_on end,
  last_active_on = greatest(last_active_on, ${today})`;

/**
 * A statement that counts a sign-in on the account's active day.
 *
 * @param updated a query for an account's `id`, `last_active_on` and `previous_active_on`. The same statement must have
 *   updated its row. Lock order: account, then activity day. Reversing it deadlocks.
 */
export function countSignIn(updated: SQL): SQL {
  return sql`
    insert into activity_days as known (day, account_id, previous_day, sign_ins)
    select last_active_on, id, previous_active_on, 1 from (${updated}) as updated
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
      update accounts set last_ip = coalesce(${address}, last_ip), ${asActive}
      where id = ${accountId}
      returning id, last_active_on, previous_active_on
    )
    insert into activity_days (day, account_id, previous_day, sign_ins)
    select last_active_on, id, previous_active_on, 0 from updated
    on conflict do nothing`);
}

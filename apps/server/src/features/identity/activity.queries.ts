import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

const today = sql`(now() at time zone 'UTC')::date`;

/**
 * Assignments of an update of `accounts` that notes today's activity. The row is locked by then, so that of two
 * at once the second one sees the first; a day that has begun for the account never ends by a clock that lags.
 */
export const asActive = sql`
  previous_active_on = case when last_active_on < ${today} then last_active_on else previous_active_on end,
  last_active_on = greatest(last_active_on, ${today})`;

/**
 * A statement that counts a sign-in of the account's active day.
 *
 * @param updated a query of an account's `id`, `last_active_on` and `previous_active_on`. Its row must have been
 *   updated in the same statement: everybody locks the account before its day, so that nobody waits in a circle
 */
export function countSignIn(updated: SQL): SQL {
  return sql`
    insert into activity_days as known (day, account_id, previous_day, sign_ins)
    select last_active_on, id, previous_active_on, 1 from (${updated}) as updated
    on conflict (day, account_id) do update set sign_ins = known.sign_ins + 1
    returning account_id`;
}

/** Notes that the account is in use today, and from where. */
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

import type { Task } from '@waygate/contract/today/today.schemas';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** @returns disputes and reviews with unmatched payments, those of each kind that wait longest, and how many there are */
export async function selectMoneyTasks(db: Db, limit: number): Promise<(Task & { total: number })[]> {
  const ordersIn = (state: SQL) => sql`
    (select *, (select count(*) from orders where state = ${state}) as total
     from orders where state = ${state} order by id limit ${limit})`;
  const { rows } = await db.execute<Task & { total: number }>(sql`
    with waiting as (
      ${ordersIn(sql`'disputed'`)} union all ${ordersIn(sql`'review'`)}
    ), unmatched as (
      select *, (select count(*) from unmatched_payments where state = 'open') as total
      from unmatched_payments where state = 'open' order by id limit ${limit}
    )
    select
      case waiting.state when 'disputed' then 'dispute' else 'review' end as kind, waiting.id,
      product_name as title, case waiting.state when 'review' then coalesce(review_reason, '') else '' end as reason,
      jsonb_build_object('accountDBID', account_id, 'userName', user_name) as account,
      price_cents / 100.0::float8 as sum, 1 as cases, total::int, coalesce((
        select max(created_at) from order_events where order_id = waiting.id and to_state = waiting.state
      ), waiting.updated_at) as since,
      case waiting.state when 'disputed' then dispute_due_at end as due
    from waiting join accounts on accounts.id = account_id
    union all
    select
      'payment', id, coalesce(product_name, ''), coalesce(payer_name, payer_email, ''), null,
      (amount_cents - refunded_cents) / 100.0::float8, 1, total::int, noted_at, null
    from unmatched`);
  return rows;
}

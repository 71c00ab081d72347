import type { Task } from '@waygate/contract/today/today.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** @returns disputes and reviews with unmatched payments, those of each kind that wait longest, and how many there are */
export async function selectMoneyTasks(db: Db, limit: number): Promise<(Task & { total: number })[]> {
  const { rows } = await db.execute<Task & { total: number }>(sql`
    with waiting as (
      select
        orders.*, row_number() over (partition by state order by id) as place,
        count(*) over (partition by state) as total
      from orders where state in ('disputed', 'review')
    ), unmatched as (
      select *, row_number() over (order by id) as place, count(*) over () as total
      from unmatched_payments where state = 'open'
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
    where place <= ${limit}
    union all
    select
      'payment', id, coalesce(product_name, ''), coalesce(payer_name, payer_email, ''), null,
      (amount_cents - refunded_cents) / 100.0::float8, 1, total::int, noted_at, null
    from unmatched where place <= ${limit}`);
  return rows;
}

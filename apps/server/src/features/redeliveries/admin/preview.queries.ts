import {
  LISTED_OF_PREVIEW,
  type RedeliveryPreview,
} from '@waygate/contract/redeliveries/redeliveries.schemas';
import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { isNamedBy, judgedDeliveries, type Sender } from '#features/redeliveries/lost-deliveries.ts';
import type { LostFilter } from '#features/redeliveries/redeliveries.tables.ts';

const EXAMPLES = 10;

/** Now by the database's clock, to the millisecond that the API can express. */
export async function selectNow(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select date_trunc('milliseconds', now()) as now`);
  return new Date(rows[0]?.now ?? '');
}

export type LostDeliveries = Omit<RedeliveryPreview, 'until' | 'targetName'>;

/** What a redelivery of this filter would send, and what it leaves out. One statement, so that all of it agrees. */
export async function selectLost(
  db: Db,
  { filter, sender }: { filter: LostFilter; sender: Sender },
): Promise<LostDeliveries> {
  const { rows } = await db.execute<LostDeliveries>(sql`
    with judged as materialized (
      select id, account_id, effect, kind, item_id, coalesce(owed_quantity, quantity) as quantity, redelivery_id, exclusion
      from (${judgedDeliveries(isNamedBy(filter), { filter, sender })}) as judged
    ), sent as (select * from judged where exclusion is null
    ), kinds as (
      select effect, kind, item_id, count(*)::int as deliveries, sum(quantity)::float8 as quantity, max(id) as newest
      from sent group by effect, kind, item_id
    ), players as (
      select account_id, count(*)::int as deliveries from sent group by account_id
    ), excluded as (
      select exclusion, account_id, count(*)::int as deliveries from judged
      where exclusion is not null group by exclusion, account_id
    )
    select
      (select count(*)::int from sent) as deliveries,
      (select count(*)::int from players) as players,
      (select count(redelivery_id)::int from sent) as "redeliveredBefore",
      (select count(*)::int from kinds) as "kindsTotal",
      (select coalesce(json_agg(listed), '[]') from (
        select effect, kinds.kind, kinds.item_id as "itemId", label, kinds.deliveries, kinds.quantity
        from (select * from kinds order by deliveries desc, kind, item_id, effect limit ${LISTED_OF_PREVIEW}) as kinds
        left join lateral (
          select label from deliveries
          join order_lines on order_lines.order_id = deliveries.order_id and position = order_line_position
          where deliveries.id = kinds.newest) as bought on true
        order by deliveries desc, kinds.kind, kinds.item_id, effect) as listed) as kinds,
      (select coalesce(json_agg(listed), '[]') from (
        select account_id as "accountDBID", user_name as "userName", deliveries
        from players join accounts on accounts.id = account_id
        order by deliveries desc, account_id limit ${LISTED_OF_PREVIEW}) as listed) as accounts,
      (select coalesce(json_agg(reasons), '[]') from (
        select exclusion as reason, sum(deliveries)::int as deliveries, count(*)::int as players, (
          select json_agg(listed) from (
            select account_id as "accountDBID", user_name as "userName"
            from excluded as those join accounts on accounts.id = account_id
            where those.exclusion = excluded.exclusion
            order by those.deliveries desc, account_id limit ${EXAMPLES}) as listed) as accounts
        from excluded group by exclusion order by exclusion) as reasons) as excluded`);
  const [lost] = rows;
  if (!lost) throw new Error('The database returned no row of sums.');
  return lost;
}

export type KindSum = { kind: DeliveryKind; deliveries: number; quantity: number };

/** How many deliveries would be sent, by kind. */
export async function selectLostByKind(
  db: Db,
  { filter, sender }: { filter: LostFilter; sender: Sender },
): Promise<KindSum[]> {
  const { rows } = await db.execute<KindSum>(sql`
    select kind, count(*)::int as deliveries, sum(coalesce(owed_quantity, quantity))::float8 as quantity
    from (${judgedDeliveries(isNamedBy(filter), { filter, sender })}) as judged
    where exclusion is null group by kind`);
  return rows;
}

/** The name of the account or product; null for an order; undefined when there is no such record. */
export async function selectTargetName(
  db: Db,
  { scope, targetId }: Pick<LostFilter, 'scope' | 'targetId'>,
): Promise<string | null | undefined> {
  if (scope === 'everything') return null;
  const names = {
    account: sql`select user_name as name from accounts where id = ${targetId}`,
    product: sql`select name from products where id = ${targetId}`,
    order: sql`select null as name from orders where id = ${targetId}`,
  };
  const { rows } = await db.execute<{ name: string | null }>(names[scope]);
  return rows[0]?.name;
}

import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { PaymentProvider } from '#platform/payments/payment-provider.ts';
import { isWithin, lastDay, type Period } from './period.ts';

/** The provider whose payments are counted. Test payments are never added to real ones. */
export type Books = Pick<PaymentProvider, 'name' | 'isLive'>;

/** While the shop is closed, what it sold when it was open. */
const CLOSED_SHOP: Books = { name: 'stripe', isLive: true };

export function booksOf(payments: PaymentProvider | undefined): Books {
  return payments ?? CLOSED_SHOP;
}

export type Question = { period: Period; books: Books };

/** Sums of a group of orders, in cents. `returned` is what refunds and lost disputes returned to buyers. */
type Money = { orders: number; paid: number; returned: number };

export type PaidDay = Money & { day: string };
export type SoldProduct = Money & { productId: number; name: string };

/** Whether an order is counted. */
export const inBooks = ({ name, isLive }: Books) => sql`(is_live = ${isLive} and provider = ${name})`;

/** The returned cents of an order. A lost dispute returns the whole price, whatever was refunded before. */
export const returned = sql`case when state in ('refunded', 'charged_back') then price_cents else refunded_cents end`;

const money = sql`
  count(*)::int as orders, sum(price_cents)::float8 as paid, sum(${returned})::float8 as returned`;

/** Payments of each day with what was returned since, and all products that were paid for. */
export async function selectPaid(
  db: Db,
  { period, books }: Question,
): Promise<{ days: PaidDay[]; products: SoldProduct[] }> {
  const { rows } = await db.execute<
    Money & { day: string | null; productId: number | null; name: string }
  >(sql`
    with sums as (
      select (paid_at at time zone 'UTC')::date as day, product_id, ${money} from orders
      where ${inBooks(books)} and ${isWithin(sql`paid_at`, period)}
      group by grouping sets ((1), (2))
    ), days as (
      select day::date from generate_series(${period.from}::timestamp, ${lastDay(period)}, interval '1 day') as day
    )
    select
      to_char(day, 'YYYY-MM-DD') as day, product_id as "productId", coalesce(name, '') as name,
      coalesce(orders, 0) as orders, coalesce(paid, 0) as paid, coalesce(returned, 0) as returned
    from sums full join days using (day) left join products on products.id = product_id
    order by day, paid - returned desc, orders desc, product_id`);
  return {
    days: rows.flatMap(({ day, orders, paid, returned: back }) =>
      day === null ? [] : [{ day, orders, paid, returned: back }],
    ),
    products: rows.flatMap(({ productId, name, orders, paid, returned: back }) =>
      productId === null ? [] : [{ productId, name, orders, paid, returned: back }],
    ),
  };
}

export async function countBuyers(db: Db, { period, books }: Question): Promise<number> {
  // Grouped, since a distinct count would sort all rows.
  const { rows } = await db.execute<{ buyers: number }>(sql`
    select count(*)::int as buyers from (
      select from orders where ${inBooks(books)} and ${isWithin(sql`paid_at`, period)} group by account_id
    ) buyers`);
  return rows[0]?.buyers ?? 0;
}

/** Orders created in the period, by their state now. */
export async function selectOrdersByState(
  db: Db,
  { period, books }: Question,
): Promise<{ state: OrderState; orders: number }[]> {
  const { rows } = await db.execute<{ state: OrderState; orders: number }>(sql`
    select state, count(*)::int as orders from orders
    where ${inBooks(books)} and ${isWithin(sql`created_at`, period)}
    group by state order by orders desc, state`);
  return rows;
}

export type CampaignOutcome = {
  clicks: number;
  registrations: number;
  buyers: number;
  /** What its players have paid, less what was returned, in cents. */
  net: number;
};

export type Campaign = CampaignOutcome & { source: string; campaign: string; content: string };

export type Campaigns = { best: Campaign[]; all: CampaignOutcome & { campaigns: number } };

/** The campaigns with the highest revenue, and the sum over all campaigns. */
export async function selectCampaigns(
  db: Db,
  { period, books, limit }: Question & { limit: number },
): Promise<Campaigns> {
  const { rows } = await db.execute<
    Campaign & {
      campaigns: number;
      allClicks: number;
      allRegistrations: number;
      allBuyers: number;
      allNet: number;
    }
  >(sql`
    with clicked as (
      select source, coalesce(campaign, '') as campaign, content, count(*) as clicks from referrals
      where recorded_on between ${period.from}::date and ${period.to}::date
      group by 1, 2, 3
    ), brought as (
      select source, coalesce(campaign, '') as campaign, content,
        count(*) as registrations, count(net) as buyers, sum(net) as net
      from referrals join accounts on referral_id = referrals.id left join lateral (
        select sum(price_cents - ${returned}) as net from orders
        where account_id = accounts.id and paid_at is not null and ${inBooks(books)}
      ) paid on true
      where recorded_on between ${period.from}::date and ${period.to}::date
      group by 1, 2, 3
    )
    select
      source, campaign, content, clicks::int, coalesce(registrations, 0)::int as registrations,
      coalesce(buyers, 0)::int as buyers, coalesce(net, 0)::float8 as net,
      (count(*) over ())::int as campaigns, (sum(clicks) over ())::float8 as "allClicks",
      coalesce(sum(registrations) over (), 0)::float8 as "allRegistrations",
      coalesce(sum(buyers) over (), 0)::float8 as "allBuyers", coalesce(sum(net) over (), 0)::float8 as "allNet"
    from clicked left join brought using (source, campaign, content)
    order by coalesce(net, 0) desc, coalesce(registrations, 0) desc, clicks desc, source, campaign, content
    limit ${limit}`);
  const [first] = rows;
  return {
    best: rows.map(({ source, campaign, content, clicks, registrations, buyers, net }) => ({
      source,
      campaign,
      content,
      clicks,
      registrations,
      buyers,
      net,
    })),
    all: {
      campaigns: first?.campaigns ?? 0,
      clicks: first?.allClicks ?? 0,
      registrations: first?.allRegistrations ?? 0,
      buyers: first?.allBuyers ?? 0,
      net: first?.allNet ?? 0,
    },
  };
}

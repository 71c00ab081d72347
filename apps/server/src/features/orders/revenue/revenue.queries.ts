import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { MoneyTransaction } from '#platform/payments/payment-transactions.ts';

/** Since and before, both optional. */
export type Period = { from?: Date | undefined; to?: Date | undefined };

/** A row of the file: a transaction, or a payment whose transaction the provider has not named yet. */
export type RevenueRow = {
  /** Where the next batch goes on, together with `at`. */
  key: string;
  at: string;
  orderId: number;
  kind: MoneyTransaction['kind'];
  amountCents: number;
  feeCents: number | null;
  netCents: number | null;
  taxCents: number | null;
  currency: string;
  payout: string | null;
  provider: string;
  isLive: boolean;
  transactionId: string | null;
};

type Position = Pick<RevenueRow, 'at' | 'key'>;

/** Each source is read along its index, up to the limit, and the two are merged. */
export async function selectRevenueAfter(
  db: Db,
  { period, after, limit }: { period: Period; after: Position | undefined; limit: number },
): Promise<RevenueRow[]> {
  const { from: begin, to } = bounds(period);
  const from = after?.at ?? begin;
  const key = after?.key ?? '';
  const { rows } = await db.execute<RevenueRow>(sql`
    select key, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, "orderId", kind,
      "amountCents", "feeCents", "netCents", "taxCents", currency, payout, provider, "isLive", "transactionId"
    from (
      (select t.id as key, t.created_at as at, t.order_id as "orderId", t.kind, t.amount_cents as "amountCents",
         t.fee_cents as "feeCents", t.net_cents as "netCents",
         case when t.kind = 'payment' then o.tax_cents end as "taxCents", t.currency, t.payout, t.provider,
         o.is_live as "isLive", t.id as "transactionId"
       from payment_transactions t join orders o on o.id = t.order_id
       where t.created_at >= ${from}::timestamptz and t.created_at < ${to}::timestamptz
         and (t.created_at, t.id) > (${from}::timestamptz, ${key})
       order by t.created_at, t.id limit ${limit})
      union all
      (select 'order ' || lpad(o.id::text, 10, '0'), o.paid_at, o.id, 'payment', o.price_cents, null, null, o.tax_cents,
         o.currency, null, o.provider, o.is_live, null
       from orders o
       where o.paid_at is not null and o.booked_at is null
         and o.paid_at >= ${from}::timestamptz and o.paid_at < ${to}::timestamptz
         and (o.paid_at, 'order ' || lpad(o.id::text, 10, '0')) > (${from}::timestamptz, ${key})
       order by o.paid_at, o.id limit ${limit})
    ) as rows
    order by rows.at, key limit ${limit}`);
  return rows;
}

function bounds({ from, to }: Period): { from: string; to: string } {
  return { from: from?.toISOString() ?? '-infinity', to: to?.toISOString() ?? 'infinity' };
}

export async function countRevenueRows(db: Db, period: Period): Promise<number> {
  const { from, to } = bounds(period);
  const { rows } = await db.execute<{ count: number }>(sql`
    select ((select count(*) from payment_transactions
             where created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz)
          + (select count(*) from orders where paid_at is not null and booked_at is null
             and paid_at >= ${from}::timestamptz and paid_at < ${to}::timestamptz))::float8 as count`);
  return rows[0]?.count ?? 0;
}

/** Payments by Stripe that should long have a fee: a key without a permission, or a run that fails. */
export const unbookedCount = sql<number>`(select count(*)::int from (
  select from orders where paid_at is not null and booked_at is null and provider = 'stripe'
    and paid_at < now() - interval '2 days' and paid_at > now() - interval '30 days' limit 1000) as late)`;

export async function countUnbooked(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select ${unbookedCount} as count`);
  return rows[0]?.count ?? 0;
}

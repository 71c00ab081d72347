import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '#platform/db/database.ts';
import { newId, type SandboxAction } from './sandbox-rules.ts';
import {
  sandboxPayouts,
  type SandboxPayoutRow,
  sandboxRefunds,
  type SandboxRefundRow,
  sandboxSessions,
  type SandboxSessionRow,
  sandboxTransactions,
  type SandboxTransactionRow,
} from './sandbox.tables.ts';
import { presentCharge, presentDispute, presentRefund, type StripeObject } from './stripe-objects.ts';

/** What Stripe takes for a disputed payment. */
const DISPUTE_FEE_CENTS = 2000;

/** Stripe's price for European cards: 1.5 % and €0.25. Source: https://stripe.com/pricing */
function cardFee(cents: number): number {
  return Math.round(cents * 0.015) + 25;
}

/** Books what an action moved on the balance. */
export async function insertMovement(
  db: Db,
  action: SandboxAction,
  { session, refund }: { session: SandboxSessionRow; refund?: SandboxRefundRow | undefined },
): Promise<void> {
  const movement = movementOf(action, { session, refund });
  if (movement)
    await db.insert(sandboxTransactions).values({ id: newId('txn'), sessionId: session.id, ...movement });
}

function movementOf(
  action: SandboxAction,
  { session, refund }: { session: SandboxSessionRow; refund?: SandboxRefundRow | undefined },
): Pick<SandboxTransactionRow, 'type' | 'source' | 'amountCents' | 'feeCents'> | undefined {
  const { amountCents, chargeId, disputeId } = session;
  if (action === 'pay' || action === 'succeed')
    return { type: 'charge', source: chargeId ?? '', amountCents, feeCents: cardFee(amountCents) };
  if (action === 'refund')
    return refund && { type: 'refund', source: refund.id, amountCents: -refund.amountCents, feeCents: 0 };
  const adjustment = { type: 'adjustment', source: disputeId ?? '' } as const;
  if (action === 'dispute') return { ...adjustment, amountCents: -amountCents, feeCents: DISPUTE_FEE_CENTS };
  return action === 'win' ? { ...adjustment, amountCents, feeCents: 0 } : undefined;
}

/** Pays out what was earned on earlier days, as an automatic payout does. */
export async function payOutEarlierDays(db: Db): Promise<void> {
  await db.execute(sql`
    with due as (
      select id, amount_cents - fee_cents as net from sandbox_transactions
      where payout_id is null and created_at < date_trunc('day', now(), 'UTC')
      for update skip locked
    ), payout as (
      insert into sandbox_payouts (id, amount_cents, currency)
      select ${newId('po')}, sum(net), 'eur' from due having count(*) > 0
      returning id
    )
    update sandbox_transactions set payout_id = payout.id from payout
    where sandbox_transactions.id in (select id from due)`);
}

const count = z.coerce.number().int().nonnegative();
const list = {
  created: z.object({ gte: count.optional(), lt: count.optional() }).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
};
export const transactionList = z.object({
  ...list,
  payout: z.string().optional(),
  expand: z.array(z.string()).max(20).default([]),
});
export const payoutList = z.object(list);

type List = z.infer<typeof payoutList>;

/** Source: https://docs.stripe.com/api/balance_transactions/list */
export async function listTransactions(
  db: Db,
  { payout, expand, ...page }: z.infer<typeof transactionList>,
): Promise<object> {
  const { createdAt, id, payoutId } = sandboxTransactions;
  const rows = await db
    .select({ row: sandboxTransactions, session: sandboxSessions, refund: sandboxRefunds })
    .from(sandboxTransactions)
    .innerJoin(sandboxSessions, eq(sandboxSessions.id, sandboxTransactions.sessionId))
    .leftJoin(sandboxRefunds, eq(sandboxRefunds.id, sandboxTransactions.source))
    .where(
      and(
        within(createdAt, page),
        payout === undefined ? undefined : eq(payoutId, payout),
        olderThan(sql`sandbox_transactions`, page),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(page.limit + 1);
  const isExpanded = expand.includes('data.source');
  return presentPage(
    '/v1/balance_transactions',
    rows.map(({ row, session, refund }) => ({
      ...presentTransaction(row, session.currency),
      source: isExpanded ? sourceOf(row, session, refund) : row.source,
    })),
    page,
  );
}

/** Source: https://docs.stripe.com/api/payouts/list */
export async function listPayouts(db: Db, page: List): Promise<object> {
  const rows = await db
    .select()
    .from(sandboxPayouts)
    .where(and(within(sandboxPayouts.createdAt, page), olderThan(sql`sandbox_payouts`, page)))
    .orderBy(desc(sandboxPayouts.createdAt), desc(sandboxPayouts.id))
    .limit(page.limit + 1);
  return presentPage('/v1/payouts', rows.map(presentPayout), page);
}

function within(
  column: typeof sandboxTransactions.createdAt | typeof sandboxPayouts.createdAt,
  { created }: List,
): SQL | undefined {
  return and(
    created?.gte === undefined ? undefined : gte(column, new Date(created.gte * 1000)),
    created?.lt === undefined ? undefined : lt(column, new Date(created.lt * 1000)),
  );
}

function olderThan(table: SQL, { starting_after: after }: List): SQL | undefined {
  return after === undefined
    ? undefined
    : sql`(${table}.created_at, ${table}.id) < (select p.created_at, p.id from ${table} p where p.id = ${after})`;
}

function sourceOf(
  { type }: SandboxTransactionRow,
  session: SandboxSessionRow,
  refund: SandboxRefundRow | null,
): StripeObject | null {
  if (type === 'charge') return presentCharge(session);
  return refund ? presentRefund(session, refund) : presentDispute(session);
}

function presentTransaction(row: SandboxTransactionRow, currency: string): StripeObject {
  return {
    id: row.id,
    object: 'balance_transaction',
    amount: row.amountCents,
    available_on: inSeconds(row.createdAt),
    balance_type: 'payments',
    created: inSeconds(row.createdAt),
    currency,
    description: null,
    exchange_rate: null,
    fee: row.feeCents,
    fee_details: [],
    net: row.amountCents - row.feeCents,
    reporting_category: row.type === 'adjustment' ? 'dispute' : row.type,
    status: 'available',
    type: row.type,
  };
}

function presentPayout({ id, amountCents, currency, createdAt }: SandboxPayoutRow): StripeObject {
  return {
    id,
    object: 'payout',
    amount: amountCents,
    arrival_date: inSeconds(createdAt),
    automatic: true,
    created: inSeconds(createdAt),
    currency,
    livemode: false,
    status: 'paid',
    type: 'bank_account',
  };
}

function presentPage(url: string, rows: StripeObject[], { limit }: List) {
  return { object: 'list', data: rows.slice(0, limit), has_more: rows.length > limit, url };
}

function inSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

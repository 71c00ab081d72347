import { and, eq, inArray, sql } from 'drizzle-orm';
import { paymentCursors, paymentPayouts, paymentTransactions } from '#features/orders/orders.tables.ts';
import type { Db } from '#platform/db/database.ts';
import type { MoneyTransaction, Payout } from '#platform/payments/payment-transactions.ts';

const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** The window that is read: from `readFrom` until before `toAt`, going on after the transaction `after`. */
export type Window = {
  provider: string;
  fromAt: Date;
  readFrom: Date;
  toAt: Date;
  after: string | undefined;
};

/**
 * The window to read next, in the milliseconds that a Date can hold: a day, and now at the latest. It is read from a day before, because a transaction may be listed
 * late. The first window begins with the first paid order.
 */
export async function openWindow(db: Db, provider: string): Promise<Window> {
  await db.execute(sql`
    insert into payment_cursors (provider, from_at, payouts_from)
    select ${provider}, first, first
    from (select date_trunc('milliseconds', coalesce(
      (select paid_at from orders where paid_at is not null and booked_at is null and provider = ${provider}
       order by paid_at, id limit 1), now())) as first) as begin
    on conflict do nothing`);
  const [row] = await db
    .update(paymentCursors)
    .set({ toAt: sql`coalesce(to_at, date_trunc('milliseconds', least(now(), from_at + interval '1 day')))` })
    .where(eq(paymentCursors.provider, provider))
    .returning();
  if (!row?.toAt) throw new Error(`The provider ${provider} has no cursor.`);
  const { fromAt, toAt, after } = row;
  return {
    provider,
    fromAt,
    readFrom: new Date(fromAt.getTime() - OVERLAP_MS),
    toAt,
    after: after ?? undefined,
  };
}

/**
 * Stores the position after a page. `after` undefined: the window was read, and the next one begins.
 *
 * @returns 'more', 'done' when everything up to now was read, 'overtaken' when another process has stored this page
 */
export async function updateWindowRead(
  db: Db,
  { provider, fromAt, toAt, after: seen }: Window,
  after: string | undefined,
): Promise<'more' | 'done' | 'overtaken'> {
  const changes = after === undefined ? { fromAt: toAt, toAt: null, after: null } : { after };
  const [moved] = await db
    .update(paymentCursors)
    .set(changes)
    .where(
      and(
        eq(paymentCursors.provider, provider),
        eq(paymentCursors.fromAt, fromAt),
        sql`${paymentCursors.after} is not distinct from ${seen ?? null}`,
      ),
    )
    .returning({ isCurrent: sql<boolean>`${paymentCursors.fromAt} > now() - interval '1 minute'` });
  if (!moved) return 'overtaken';
  return after === undefined && moved.isCurrent ? 'done' : 'more';
}

/** Everything up to now was read. Payouts are looked through again for two weeks, until which they may fail. */
export async function updateCursorCompleted(db: Db, provider: string): Promise<void> {
  await db
    .update(paymentCursors)
    .set({ completedAt: sql`now()`, payoutsFrom: sql`greatest(payouts_from, now() - interval '14 days')` })
    .where(eq(paymentCursors.provider, provider));
}

export async function selectPayoutsFrom(db: Db, provider: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ payoutsFrom: paymentCursors.payoutsFrom })
    .from(paymentCursors)
    .where(eq(paymentCursors.provider, provider));
  return row?.payoutsFrom;
}

/**
 * Stores the transactions of orders of this portal, found by the payment or by the order's reference, and marks orders
 * whose own payment is among them. Those of other portals on the account are left out. Storing one again changes nothing.
 */
export async function insertTransactions(
  db: Db,
  provider: string,
  transactions: MoneyTransaction[],
): Promise<void> {
  if (transactions.length === 0) return;
  const given = JSON.stringify(
    transactions.map(({ createdAt, ...transaction }) => ({
      ...transaction,
      createdAt: createdAt.toISOString(),
    })),
  );
  await db.execute(sql`
    with given as (
      select g.*, coalesce(
        (select o.id from orders o where o.reference = g.reference and o.provider = ${provider}),
        (select o.id from orders o where o.payment_intent_id = g."paymentIntentId" and o.provider = ${provider} limit 1),
        (select p.order_id from order_payments p where p.payment_intent_id = g."paymentIntentId"),
        (select t.order_id from payment_transactions t where t.payment_intent_id = g."paymentIntentId" limit 1)
      ) as order_id
      from jsonb_to_recordset(${given}::jsonb) as g (
        id text, kind text, "paymentIntentId" text, reference text, "amountCents" int, "feeCents" int,
        "netCents" int, currency text, "createdAt" timestamptz)
    ), stored as (
      insert into payment_transactions
        (id, provider, order_id, kind, payment_intent_id, amount_cents, fee_cents, net_cents, currency, created_at)
      select id, ${provider}, order_id, kind, "paymentIntentId", "amountCents", "feeCents", "netCents", currency, "createdAt"
      from given where order_id is not null
      on conflict (id) do nothing
      returning order_id, kind
    )
    update orders set booked_at = now()
    where id in (select order_id from stored where kind = 'payment') and booked_at is null`);
}

/** Those of these payouts that were not read yet, oldest first. */
export async function selectUnreadPayouts(db: Db, payouts: Payout[]): Promise<Payout[]> {
  if (payouts.length === 0) return [];
  const known = await db
    .select({ id: paymentPayouts.id })
    .from(paymentPayouts)
    .where(
      inArray(
        paymentPayouts.id,
        payouts.map(({ id }) => id),
      ),
    );
  const ids = new Set(known.map(({ id }) => id));
  return payouts.filter(({ id }) => !ids.has(id)).toReversed();
}

export async function updateTransactionsPaidOut(db: Db, payoutId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.update(paymentTransactions).set({ payout: payoutId }).where(inArray(paymentTransactions.id, ids));
}

export async function insertPayoutRead(db: Db, provider: string, payout: Payout): Promise<void> {
  await db
    .insert(paymentPayouts)
    .values({ ...payout, provider })
    .onConflictDoNothing();
}

import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { PAYMENT_SETUP_ALERTS } from '#features/orders/payments/payment-setup.alerts.ts';
import { paymentSweeps } from '#features/orders/payments/payment-setup.tables.ts';
import { sweepPayments } from '#features/orders/payments/payment-sweep.service.ts';
import { selectOrderPayments } from '#features/orders/payments/order-payments.queries.ts';
import { recordOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { until } from '#test/account-journeys.ts';
import {
  coinsOf,
  openOtherSession,
  orderIn,
  readOrder,
  startPaidOrder,
  useShop,
} from '#test/shop-journeys.ts';

const DAY = 86_400;

// No test posts a webhook: whatever an order follows, it follows by the sweep.
const shop = await useShop();
const { books } = shop.stripe;
const { db } = shop.parts;

/** A sweep of today, although the last one is minutes ago. */
async function sweep(): Promise<void> {
  await db.execute(sql`update payment_sweeps set finished_at = finished_at - interval '1 day'`);
  await sweepPayments(shop.parts);
}

/** Yesterday's sweep, as far as the next one knows. */
async function sweepLongAgo(days: number): Promise<void> {
  await sweep();
  await db.execute(
    sql`update payment_sweeps set swept_until = swept_until - make_interval(days => ${days}),
      finished_at = finished_at - make_interval(days => ${days})`,
  );
}

const readSweep = async (subject: 'refunds' | 'disputes') => {
  const [row] = await db.select().from(paymentSweeps).where(eq(paymentSweeps.subject, subject));
  return row;
};
const pagesAsked = (resource: string) =>
  shop.stripe.calls.filter(({ path, parameters }) => path === `/v1/${resource}` && parameters.limit === 100);
const woken = async () => {
  const { rows } = await db.execute<{ order_id: number; count: number }>(sql`
    select (data ->> 'orderId')::int as order_id, count(*)::int from pgboss.job
    where name = 'orders.settle_reversed' group by 1`);
  return new Map(rows.map(({ order_id: id, count }) => [id, count]));
};
const idle = () =>
  until(async () => {
    const { rows } = await db.execute(sql`
      select from pgboss.job where name like 'orders.s%' and state in ('created', 'active')`);
    return rows.length === 0;
  });

beforeEach(async () => {
  await idle();
  books.listing.repeatsBorders = false;
  await db.execute(sql`delete from payment_sweeps`);
  await db.execute(sql`delete from pgboss.job where name = 'orders.settle_reversed'`);
});

describe('without webhooks for good', () => {
  test('orders follow refunds in full and in part, and disputes that are opened, lost and won', async () => {
    const [full, part, opened, lost, won] = await Promise.all(
      Array.from({ length: 5 }, () => startPaidOrder(shop)),
    );
    if (!full || !part || !opened || !lost || !won) throw new Error('There are five orders.');
    books.refund(full.sessionId);
    books.refund(part.sessionId, 200);
    for (const { sessionId } of [opened, lost, won]) books.dispute(sessionId, 'needs_response');
    await sweepLongAgo(1);
    await orderIn(shop, full.orderId, 'refunded');
    expect(await coinsOf(shop, full.buyer.id)).toBe(0);
    await orderIn(shop, part.orderId, 'partially_refunded');
    for (const { orderId } of [opened, lost, won]) await orderIn(shop, orderId, 'disputed');

    books.dispute(lost.sessionId, 'lost');
    books.dispute(won.sessionId, 'won');
    await sweep();
    await orderIn(shop, lost.orderId, 'charged_back');
    await orderIn(shop, won.orderId, 'paid');
    expect(await coinsOf(shop, lost.buyer.id)).toBe(0);
    expect(await coinsOf(shop, won.buyer.id)).toBe(500);
    await idle();
    expect((await readOrder(shop, opened.orderId)).state).toBe('disputed');
  });

  test('a dispute that was opened long before is followed to its end', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const { data } = books.dispute(sessionId, 'needs_response');
    const dispute = books.disputesOf(data.object.payment_intent)[0];
    if (dispute) dispute.created -= 300 * DAY;
    // The first sweep of a portal whose first order is that old.
    await db.execute(sql`update orders set created_at = now() - interval '400 days'`);
    await sweepLongAgo(1);
    await orderIn(shop, orderId, 'disputed');
    books.dispute(sessionId, 'lost');
    await sweep();
    expect(await orderIn(shop, orderId, 'charged_back')).toMatchObject({ reversedAt: expect.any(Date) });
  });

  test('a refund that fails weeks later gives the order its money back', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const { refund } = books.refund(sessionId, 200);
    refund.created -= 30 * DAY;
    await sweepLongAgo(1);
    books.undoRefund(refund.id, 'failed');
    await db.execute(
      sql`update orders set refunded_cents = 200, state = 'partially_refunded' where id = ${orderId}`,
    );
    await sweep();
    expect(await orderIn(shop, orderId, 'paid')).toMatchObject({ refundedCents: 0 });
  });

  test('a refund of another session’s payment is recorded', async () => {
    const { order, orderId } = await startPaidOrder(shop);
    const sessionId = openOtherSession(shop, order);
    books.pay(sessionId);
    await recordOtherSession(requireOpenShop(shop.parts), { orderId, sessionId });
    books.refund(sessionId);
    await sweep();
    const returned = until(async () => {
      const [payment] = await selectOrderPayments(db, orderId);
      return payment?.state === 'returned' && payment;
    });
    expect(await returned).toMatchObject({ sessionId, refundedCents: 499 });
  });

  test('a refund is found by the reference alone when the order knows no payment', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    await db.execute(sql`update orders set payment_intent_id = null where id = ${orderId}`);
    books.refund(sessionId);
    await sweep();
    expect(await orderIn(shop, orderId, 'refunded')).toMatchObject({ refundedCents: 499 });
  });
});

/** Many refunds of one order that is none of ours, and one of an order of ours, which is the oldest. */
async function refundMany(count: number) {
  const ours = await startPaidOrder(shop);
  books.refund(ours.sessionId, 100);
  const foreign = books.openSession({ amount: 499, currency: 'eur', parameters: {} });
  books.pay(foreign.id);
  for (let made = 0; made < count; made += 1) books.refund(foreign.id, 0);
  return ours;
}

const countPagesAsked = () =>
  ['refunds', 'disputes', 'checkout/sessions'].flatMap((resource) => pagesAsked(resource)).length;

describe('the sweep', () => {
  test('reads pages of 100 and wakes each order of this portal once, whatever rows are repeated', async () => {
    const ours = await refundMany(250);
    books.listing.repeatsBorders = true;
    const before = pagesAsked('refunds').length;
    await sweep();
    await orderIn(shop, ours.orderId, 'partially_refunded');
    const asked = pagesAsked('refunds').slice(before);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(asked.map(({ parameters }) => parameters.starting_after !== undefined)).toEqual(
      asked.map((_, index) => index > 0),
    );
    expect((await woken()).get(ours.orderId)).toBe(1);
    expect(await readSweep('refunds')).toMatchObject({ beganAt: null, cursor: null, pages: 0 });
  });

  test('resumes after an outage where it stopped', async () => {
    const ours = await refundMany(150);
    shop.stripe.breakNext(/^GET \/v1\/refunds/, { delayMs: 0 }, 'die', 'die', 'die');
    await expect(sweep()).rejects.toMatchObject({ name: 'PaymentUnavailable' });
    const stopped = await readSweep('refunds');
    expect(stopped).toMatchObject({ pages: 1, finishedAt: null, cursor: expect.stringMatching(/^re_/) });
    const before = pagesAsked('refunds').length;
    await sweepPayments(shop.parts);
    expect(pagesAsked('refunds')[before]?.parameters.starting_after).toBe(stopped?.cursor);
    await orderIn(shop, ours.orderId, 'partially_refunded');
  });

  test('starts again when the provider no longer knows where it stopped', async () => {
    await sweep();
    await db.execute(sql`
      update payment_sweeps set began_at = now(), list_from = now(), wake_from = now(), cursor = 're_gone'
      where subject = 'refunds'`);
    await sweepPayments(shop.parts);
    expect(await readSweep('refunds')).toMatchObject({ beganAt: null, cursor: null });
  });

  test('holds no transaction while the provider is asked', async () => {
    await startPaidOrder(shop);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const answer = { answerAfter: released };
    shop.stripe.breakNext(/^GET \/v1\/(refunds|disputes|checkout\/sessions)$/, answer, answer, answer);
    const before = countPagesAsked();
    const sweeping = sweep();
    await until(async () => countPagesAsked() === before + 3);
    await idle();
    const { rows } = await db.execute(sql`
      select query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`);
    expect(rows).toEqual([]);
    release();
    await sweeping;
  });

  test('by four processes at once wakes each order once', async () => {
    const ours = await refundMany(120);
    await Promise.all(Array.from({ length: 4 }, () => sweepPayments(shop.parts)));
    await orderIn(shop, ours.orderId, 'partially_refunded');
    expect((await woken()).get(ours.orderId)).toBe(1);
  });

  test('runs once a day, with an overlap of a day', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const { refund } = books.refund(sessionId, 100);
    await sweepLongAgo(1);
    await idle();
    const first = (await woken()).get(orderId);
    // Made 12 hours before the end of yesterday's sweep, which has missed it.
    refund.created -= 1.5 * DAY;
    await sweepPayments(shop.parts);
    expect((await woken()).get(orderId)).toBe((first ?? 0) + 1);
    const asked = pagesAsked('refunds').length;
    await sweepPayments(shop.parts);
    expect(pagesAsked('refunds')).toHaveLength(asked);
  });

  test('raises an alert when none has finished for 3 days, and shows its age', async () => {
    const alert = PAYMENT_SETUP_ALERTS.find(({ name }) => name === 'payment_sweep_overdue');
    const read = async () => {
      const { rows } = await db.execute(sql`select ${alert?.count} as count, ${alert?.detail} as detail`);
      return rows[0];
    };
    await sweep();
    expect(await read()).toEqual({ count: 0, detail: null });
    await db.execute(sql`update payment_sweeps set finished_at = now() - interval '73 hours'`);
    expect(await read()).toEqual({ count: 3, detail: 'disputes, refunds, checkouts' });
    const { body } = await shop.parts.metrics.render();
    expect(Number(/waygate_payment_sweep_age_seconds (\d+)/.exec(body)?.[1])).toBeGreaterThan(72 * 3600);
    await db.execute(sql`update payment_sweeps set is_active = false`);
    expect(await read()).toEqual({ count: 0, detail: null });
  });
});

import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { unmatchedPayments } from '#features/orders/orders.tables.ts';
import { selectOrderPayments } from '#features/orders/payments/order-payments.queries.ts';
import { paymentSweeps } from '#features/orders/payments/payment-setup.tables.ts';
import { sweepPayments } from '#features/orders/payments/payment-sweep.service.ts';
import { until } from '#test/account-journeys.ts';
import { loseOrder } from '#test/lost-orders.ts';
import { openOtherSession, orderIn, startOrder, startPaidOrder, useShop } from '#test/shop-journeys.ts';

const DAY = 86_400;

// No test posts a webhook: the provider sends none for what was acknowledged before the backup was restored.
const shop = await useShop();
const { books } = shop.stripe;
const { db } = shop.parts;

const idle = () =>
  until(async () => {
    const { rows } = await db.execute(sql`
      select from pgboss.job where name like 'orders.s%' and state in ('created', 'retry', 'active')`);
    return rows.length === 0;
  });

/** The sweep of another day, and everything that it queues. */
async function sweep(): Promise<void> {
  await db.execute(sql`update payment_sweeps set finished_at = finished_at - interval '1 day'`);
  await sweepPayments(shop.parts);
  await idle();
}

const unmatchedOf = (sessionId: string) =>
  db.select().from(unmatchedPayments).where(eq(unmatchedPayments.sessionId, sessionId));
const listings = () =>
  shop.stripe.calls.filter(
    ({ method, path, parameters }) =>
      method === 'GET' && path === '/v1/checkout/sessions' && parameters.limit === 100,
  );
const readSweep = async () => {
  const [row] = await db.select().from(paymentSweeps).where(eq(paymentSweeps.subject, 'sessions'));
  return row;
};
/** The checkouts that were looked at since the test began. */
const seen = async () => {
  const { rows } = await db.execute<{ session_id: string }>(sql`
    select data ->> 'sessionId' as session_id from pgboss.job
    where name = 'orders.settle_seen' and data ->> 'sessionId' is not null`);
  return rows.map(({ session_id: sessionId }) => sessionId);
};
async function startLost() {
  const started = await startPaidOrder(shop);
  await loseOrder(db, started.orderId);
  return started;
}
/** A checkout of another shop on the same account. */
function openForeign(reference?: string): string {
  const parameters = reference === undefined ? {} : { client_reference_id: reference };
  return books.openSession({ amount: 499, currency: 'eur', parameters }).id;
}

beforeEach(async () => {
  await idle();
  books.listing.repeatsBorders = false;
  await db.execute(sql`delete from payment_sweeps`);
  await db.execute(sql`delete from pgboss.job where name like 'orders.settle_%'`);
});

describe('a refund or a dispute of an order that is missing', () => {
  test('becomes an unmatched payment', async () => {
    const [refunded, disputed, foreign] = [
      await startLost(),
      await startLost(),
      openForeign('waygate-other-1'),
    ];
    books.pay(foreign);
    // The list of checkouts reaches back to neither.
    for (const { sessionId } of [refunded, disputed]) books.getSession(sessionId).created -= 400 * DAY;
    books.refund(refunded.sessionId, 200);
    books.refund(foreign, 200);
    books.dispute(disputed.sessionId, 'needs_response');
    await sweep();
    expect(await unmatchedOf(refunded.sessionId)).toMatchObject([{ state: 'open', refundedCents: 200 }]);
    expect(await unmatchedOf(disputed.sessionId)).toMatchObject([{ state: 'open', dispute: 'open' }]);
    expect(await unmatchedOf(foreign)).toEqual([]);
  });
});

describe('a payment that was acknowledged between a backup and its restore', () => {
  test('becomes an unmatched payment, once for any number of sweeps at once', async () => {
    const [lost, other] = [await startLost(), await startLost()];
    books.listing.repeatsBorders = true;
    await Promise.all(Array.from({ length: 4 }, () => sweepPayments(shop.parts)));
    await idle();
    const { reference, priceCents } = lost.order;
    expect(await unmatchedOf(lost.sessionId)).toMatchObject([
      { state: 'open', reference, amountCents: priceCents },
    ]);
    expect(await unmatchedOf(other.sessionId)).toHaveLength(1);
    // The reconciler follows what is recorded.
    await db.execute(sql`delete from pgboss.job
    where name = 'orders.settle_seen' and data ->> 'sessionId' is not null`);
    await sweep();
    expect(await seen()).toEqual([]);
  });

  test('is found from the time of the backup on, with an overlap of a day', async () => {
    await sweep();
    const [backup] = await db.select().from(paymentSweeps).where(eq(paymentSweeps.subject, 'sessions'));
    const { sessionId } = await startLost();
    books.getSession(sessionId).created -= 20 * DAY;
    await sweep();
    expect(await unmatchedOf(sessionId)).toEqual([]);
    // The backup of 21 days ago is restored, with the cursor of that time.
    const sweptUntil = new Date((backup?.sweptUntil?.getTime() ?? 0) - 21 * DAY * 1000);
    await db.update(paymentSweeps).set({ sweptUntil, finishedAt: sweptUntil });
    await sweep();
    expect(await unmatchedOf(sessionId)).toMatchObject([{ state: 'open' }]);
    const { created, status } = listings().at(-1)?.parameters ?? {};
    expect([created, status]).toEqual([{ gte: Math.floor(sweptUntil.getTime() / 1000) - DAY }, 'complete']);
  });

  test('is none while it is not paid, and becomes one when it is paid days later', async () => {
    await sweep();
    await db.execute(sql`update payment_sweeps set swept_until = now() - interval '5 days'`);
    const [late, never] = [await startOrder(shop), await startOrder(shop)];
    const foreign = openForeign();
    for (const sessionId of [late.sessionId, never.sessionId, foreign]) books.payLater(sessionId);
    for (const { orderId } of [late, never]) await loseOrder(db, orderId);
    for (const sessionId of [late.sessionId, never.sessionId, foreign])
      books.getSession(sessionId).created -= 5 * DAY;
    await sweep();
    expect(await unmatchedOf(late.sessionId)).toEqual([]);
    await sweep();
    expect((await readSweep())?.openSince?.getTime()).toBe(books.getSession(late.sessionId).created * 1000);
    books.succeedLater(late.sessionId);
    books.failLater(never.sessionId);
    await sweep();
    expect(await unmatchedOf(late.sessionId)).toMatchObject([{ state: 'open', amountCents: 499 }]);
    expect(await unmatchedOf(never.sessionId)).toEqual([]);
    // That of the other shop is nobody's here.
    expect(await readSweep()).toMatchObject({ openSince: null });
  });
});

describe('a completed checkout of a known order', () => {
  test('settles the order, unless it is settled already', async () => {
    const [paid, waiting] = [await startPaidOrder(shop), await startOrder(shop)];
    books.pay(waiting.sessionId);
    await sweep();
    expect((await orderIn(shop, waiting.orderId, 'paid')).sessionId).toBe(waiting.sessionId);
    expect(await seen()).toEqual([waiting.sessionId]);
    expect(await unmatchedOf(waiting.sessionId)).toEqual([]);
    expect(await unmatchedOf(paid.sessionId)).toEqual([]);
  });

  test('is adopted by an order that was restored without it', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    // The backup is of the moment before the checkout was opened.
    await db.execute(sql`
      do $$ begin
        set local session_replication_role = replica;
        update orders set session_id = null, state = 'creating' where id = ${sql.raw(String(orderId))};
      end $$`);
    books.pay(sessionId);
    await sweep();
    expect(await orderIn(shop, orderId, 'paid')).toMatchObject({ sessionId });
  });

  test('is recorded as a second payment of an order that is paid, once', async () => {
    const { order, orderId } = await startPaidOrder(shop);
    const sessionId = openOtherSession(shop, order);
    books.pay(sessionId);
    await sweep();
    await orderIn(shop, orderId, 'review');
    expect(await selectOrderPayments(db, orderId)).toMatchObject([{ sessionId, state: 'paid' }]);
    expect(await seen()).toEqual([sessionId]);
    await sweep();
    expect(await seen()).toEqual([sessionId]);
  });
});

describe('the list of checkouts', () => {
  test('is read in pages of 100, and resumes where an outage stopped it', async () => {
    const { sessionId } = await startLost();
    for (let made = 0; made < 250; made += 1) books.pay(openForeign());
    const before = listings().length;
    // The SDK tries each request three times.
    shop.stripe.breakNext(/^GET \/v1\/checkout\/sessions$/, { delayMs: 0 }, 'die', 'die', 'die');
    await expect(sweep()).rejects.toMatchObject({ name: 'PaymentUnavailable' });
    const stopped = await readSweep();
    expect(stopped).toMatchObject({ pages: 1, finishedAt: null, cursor: expect.stringMatching(/^cs_/) });
    await sweepPayments(shop.parts);
    await idle();
    const asked = listings().slice(before);
    expect(asked.at(-2)?.parameters.starting_after).toBe(stopped?.cursor);
    expect(await unmatchedOf(sessionId)).toHaveLength(1);
    expect(await readSweep()).toMatchObject({ beganAt: null, cursor: null, pages: 0 });
    expect(await seen()).toEqual([sessionId]);
  });
});

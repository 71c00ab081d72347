import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { until } from '#test/account-journeys.ts';
import {
  coinsOf,
  createOrderStaff,
  openOtherSession,
  readOrder,
  refundsOfOrder,
  startPaidOrder,
  statesOf,
  useShop,
} from '#test/shop-journeys.ts';
import { refundOrder } from '#features/orders/admin/order-refunds.service.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { selectOrderPayments } from '#features/orders/payments/order-payments.queries.ts';
import { recordOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const shop = await useShop({ isWorker: false });
const { books } = shop.stripe;

const readingsOf = (sessionId: string) =>
  shop.stripe.calls.filter(({ method, path }) => method === 'GET' && path.endsWith(sessionId)).length;

/** Starts a reading whose answer, as of now, arrives once it is released. */
async function startReading<T>(sessionId: string, read: () => Promise<T>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const before = readingsOf(sessionId);
  shop.stripe.breakNext(/^GET/, { answerAfter: released });
  const reading = read();
  await until(async () => readingsOf(sessionId) > before);
  return {
    finish: () => {
      release();
      return reading;
    },
  };
}

describe('a reading that was overtaken by one that changed nothing', () => {
  test('does not reverse the order', async () => {
    const { buyer, orderId, sessionId } = await startPaidOrder(shop);
    const { refund } = books.refund(sessionId);
    const overtaken = await startReading(sessionId, () => settleOrder(shop.parts, orderId));
    books.undoRefund(refund.id, 'canceled');
    expect(await settleOrder(shop.parts, orderId)).toBe('paid');
    expect(await overtaken.finish()).toBe('paid');
    expect(await readOrder(shop, orderId)).toMatchObject({ refundedCents: 0, reversedAt: null });
    expect(await statesOf(shop, orderId)).toEqual(['creating', 'pending', 'paid']);
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    const { body } = await shop.parts.metrics.render();
    expect(body).toContain('waygate_payment_readings_refused_total{outcome="superseded"} 1');
  });

  test('of another session keeps that payment as it is', async () => {
    const { order, orderId } = await startPaidOrder(shop);
    const sessionId = openOtherSession(shop, order);
    books.pay(sessionId);
    const record = () => recordOtherSession(requireOpenShop(shop.parts), { orderId, sessionId });
    await record();
    const { refund } = books.refund(sessionId);
    const overtaken = await startReading(sessionId, record);
    books.undoRefund(refund.id, 'failed');
    await record();
    await overtaken.finish();
    expect(await selectOrderPayments(shop.parts.db, orderId)).toMatchObject([
      { sessionId, state: 'paid', refundedCents: 0 },
    ]);
  });

  test('is taken again when staff refund by it', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const staff = await createOrderStaff(shop);
    const { refund } = books.refund(sessionId, 200);
    const input = { orderId, requestId: crypto.randomUUID(), reason: 'by mistake' };
    const overtaken = await startReading(sessionId, () => refundOrder(shop.parts, staff, input));
    books.undoRefund(refund.id, 'failed');
    await settleOrder(shop.parts, orderId);
    expect(await overtaken.finish()).toBe('refunded');
    expect(await refundsOfOrder(shop, orderId)).toMatchObject([{ amountCents: 499, state: 'done' }]);
    expect(books.refundedCents(sessionId)).toBe(499);
  });
});

const READERS = 3;
const STAGES = ['begin', 'read', 'answer'] as const;

/** Each number is a reader that takes its next step; -1 refunds 1 euro at the provider, and -2 undoes that. */
const interleavings = fc.array(fc.integer({ min: -2, max: READERS - 1 }), { minLength: 8, maxLength: 24 });

/** A reader that begins, is read at the provider, and gets its answer, each when the test says so. */
function createReader(orderId: number, sessionId: string) {
  const [mayRead, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let settling: Promise<unknown> | undefined;
  const take = {
    begin: async () => {
      const known = readingsOf(sessionId);
      shop.stripe.breakNext(/^GET/, { workAfter: mayRead.promise, answerAfter: mayAnswer.promise });
      settling = settleOrder(shop.parts, orderId);
      await until(async () => readingsOf(sessionId) > known);
    },
    read: async () => mayRead.resolve(),
    answer: async () => {
      mayAnswer.resolve();
      await settling;
    },
  };
  const left = [...STAGES];
  return { step: () => take[left.shift() ?? 'read'](), isDone: () => left.length === 0 };
}

function createPayment(sessionId: string) {
  const refunds: string[] = [];
  return (change: number) => {
    const undone = change === -2 ? refunds.pop() : undefined;
    if (undone !== undefined) books.undoRefund(undone, 'failed');
    else if (change === -1 && refunds.length < 4) refunds.push(books.refund(sessionId, 100).refund.id);
  };
}

test('any interleaving of three readers ends in what the newest one read', { timeout: 400_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(interleavings, async (threads) => {
      const { orderId, sessionId } = await startPaidOrder(shop);
      const change = createPayment(sessionId);
      const readers = Array.from({ length: READERS }, () => createReader(orderId, sessionId));
      const whole = [...threads, ...readers.flatMap((_, reader) => STAGES.map(() => reader))];
      for (const thread of whole) {
        const reader = readers[thread];
        if (!reader) change(thread);
        else if (!reader.isDone()) await reader.step();
      }
      const newest = shop.stripe.calls.findLast(({ path }) => path.endsWith(sessionId));
      const cents = refundedIn(newest?.answer);
      expect(await readOrder(shop, orderId)).toMatchObject({
        refundedCents: cents,
        state: cents > 0 ? 'partially_refunded' : 'paid',
      });
      // The next caller gets today's status, whatever was refused before.
      await settleOrder(shop.parts, orderId);
      expect(await readOrder(shop, orderId)).toMatchObject({ refundedCents: books.refundedCents(sessionId) });
    }),
    { numRuns: 30 },
  );
});

function refundedIn(answer: unknown): number {
  const { body } = answer as { body: { payment_intent: { latest_charge: { amount_refunded: number } } } };
  return body.payment_intent.latest_charge.amount_refunded;
}

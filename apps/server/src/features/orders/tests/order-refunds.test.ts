import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { entriesOn } from '#test/audit.ts';
import {
  coinsOf,
  createOrderStaff,
  useShop,
  deliveriesOf,
  GRANTED,
  readOrder,
  refundsOfOrder,
  startOrder,
  startPaidOrder,
  stockOfProduct,
} from '#test/shop-journeys.ts';
import { refundOrder, type RefundInput } from '#features/orders/admin/order-refunds.service.ts';
import { orderRefunds } from '#features/orders/orders.tables.ts';
import { reconcile } from '#features/orders/payments/reconciler.service.ts';
import { carryOutRefund } from '#features/orders/payments/refunds.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const shop = await useShop({ isWorker: false });
const staff = await createOrderStaff(shop);

const WITHDRAWN = GRANTED.map((line) => line.replace('pending', 'cancelled'));
const refundCalls = () => shop.stripe.calls.filter(({ path }) => path === '/v1/refunds');
const refundedAt = (sessionId: string) => shop.stripe.books.refundedCents(sessionId);
const refundsOf = (orderId: number) => refundsOfOrder(shop, orderId);
const stockOf = (id: number) => stockOfProduct(shop, id);
/** What the reconciler has put before the workers. */
const queuedRefunds = async () => {
  const { rows } = await shop.parts.db.execute<{ refundId: number }>(
    sql`select (data ->> 'refundId')::int as "refundId" from pgboss.job where name = 'orders.refund'`,
  );
  return rows.map(({ refundId }) => refundId);
};

const press = (input: Omit<RefundInput, 'requestId' | 'reason'> & { requestId?: string }) =>
  refundOrder(shop.parts, staff, { requestId: randomUUID(), reason: 'Bought twice', ...input });
const refusal = (input: { orderId: number; paymentIntentId?: string }) =>
  press(input).catch((error: unknown) => error);
const auditOf = (orderId: number) => entriesOn(shop, orderId);

describe('a refund by staff', () => {
  test('in full revokes the items and writes its audit entry in the same transaction', async () => {
    const { buyer, orderId, sessionId } = await startPaidOrder(shop);
    expect(await press({ orderId })).toBe('refunded');
    expect(await auditOf(orderId)).toMatchObject([
      {
        kind: 'order.refund',
        staffId: staff.viewer.accountId,
        accountId: buyer.id,
        before: { state: 'paid', refunded: 0 },
        after: { refunded: 4.99 },
      },
    ]);
    expect(refundedAt(sessionId)).toBe(499);
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await deliveriesOf(shop, orderId)).toEqual(WITHDRAWN);
    expect(await refundsOf(orderId)).toMatchObject([
      { state: 'done', amountCents: 499, staffId: staff.viewer.accountId, settledAt: expect.any(Date) },
    ]);
  });

  test('is not made when the audit log cannot record it', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const before = refundCalls().length;
    await shop.parts.db.execute(sql`alter table audit_entries rename to audit_entries_away`);
    await expect(press({ orderId })).rejects.toMatchObject({ cause: { code: '42P01' } });
    await shop.parts.db.execute(sql`alter table audit_entries_away rename to audit_entries`);
    expect([refundCalls().length, refundedAt(sessionId)]).toEqual([before, 0]);
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test('is made and logged once for twenty concurrent requests', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => press({ orderId })));
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
    // A concurrent caller joins the refund or gets a conflict: the provider answers one of two concurrent requests.
    expect(failures.filter((code) => code !== 'conflict' && code !== 'unavailable')).toEqual([]);
    expect(failures.length).toBeLessThan(20);
    expect(refundedAt(sessionId)).toBe(499);
    expect(await settleOrder(shop.parts, orderId)).toBe('refunded');
    expect(await auditOf(orderId)).toHaveLength(1);
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'done' }]);
  });

  test('in part is made once for two members of staff, and again only by one who has seen the first', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const part = { orderId, amountCents: 200, seenRefundedCents: 0 };
    await Promise.allSettled([press(part), press(part)]);
    await expect(press(part)).rejects.toMatchObject({
      code: 'conflict',
      message: '€2.00 of this payment went back by now. Look at the order again.',
    });
    expect(refundedAt(sessionId)).toBe(200);
    const next = { ...part, seenRefundedCents: 200 };
    expect(await press(next)).toBe('partially_refunded');
    expect(refundedAt(sessionId)).toBe(400);
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
  });

  test('is made once for a form sent twice, however late and in any process', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const part = { orderId, amountCents: 200, requestId: randomUUID() };
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => press(part)));
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await press(part)).toBe('partially_refunded');
    expect(refundedAt(sessionId)).toBe(200);
    expect(await auditOf(orderId)).toHaveLength(1);
    const { requestId } = part;
    const others = [{ amountCents: 300 }, {}, { amountCents: 200, paymentIntentId: 'pi_other' }];
    for (const other of others)
      await expect(press({ orderId, requestId, ...other })).rejects.toMatchObject({
        code: 'conflict',
        message: /€2\.00/,
      });
    expect(await press({ ...part, requestId: randomUUID() })).toBe('partially_refunded');
    expect(refundedAt(sessionId)).toBe(400);
    const rest = { orderId, requestId: randomUUID() };
    expect([await press(rest), await press(rest)]).toEqual(['refunded', 'refunded']);
    const another = await startPaidOrder(shop);
    await expect(press({ ...part, orderId: another.orderId })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('counts what was refunded at the provider directly', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.refund(sessionId, 300);
    const part = { orderId, amountCents: 100, seenRefundedCents: 0 };
    await expect(press(part)).rejects.toMatchObject({ code: 'conflict' });
    expect(await press({ orderId })).toBe('refunded');
    expect(refundedAt(sessionId)).toBe(499);
  });

  test.each([500, 0, -1])('of %i cents is refused', async (amountCents) => {
    const { orderId } = await startPaidOrder(shop);
    const part = { orderId, amountCents, seenRefundedCents: 0 };
    await expect(press(part)).rejects.toMatchObject({
      code: 'validation_failed',
      message: 'Give an amount up to €4.99.',
    });
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test('is refused for an unpaid order, a disputed payment, a missing order and a missing payment', async () => {
    const unpaid = await startOrder(shop);
    const disputed = await startPaidOrder(shop);
    shop.stripe.books.dispute(disputed.sessionId, 'needs_response');
    const nothing = 'There is no money of this order left to give back.';
    expect(await refusal(unpaid)).toMatchObject({ code: 'conflict', message: nothing });
    expect(await refusal({ orderId: disputed.orderId, paymentIntentId: 'pi_other' })).toMatchObject({
      code: 'conflict',
      message: nothing,
    });
    expect(await refusal(disputed)).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('bank disputes'),
    });
    expect(await refusal({ orderId: 2_000_000_000 })).toMatchObject({ code: 'not_found' });
  });
});

describe('when the provider', () => {
  test('refunds and never answers, the reconciler completes it with the same key, once', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.breakNext(/^POST \/v1\/refunds/, 'die after', 'die', 'die');
    await expect(press({ orderId })).rejects.toMatchObject({ code: 'unavailable' });
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'requested' }]);
    const [refund] = await refundsOf(orderId);
    await shop.parts.db.execute(sql`update order_refunds set checked_at = now() - interval '10 minutes'`);
    await Promise.all([reconcile(shop.parts), reconcile(shop.parts)]);
    expect((await queuedRefunds()).filter((id) => id === refund?.id)).toHaveLength(1);

    expect(await carryOutRefund(shop.parts, refund?.id ?? 0)).toEqual({
      state: 'done',
      orderState: 'refunded',
    });
    expect(refundedAt(sessionId)).toBe(499);
    const keys = refundCalls().map(({ idempotencyKey }) => idempotencyKey);
    const { reference } = await readOrder(shop, orderId);
    expect(new Set(keys.filter((key) => key?.startsWith(reference)))).toEqual(
      new Set([`${reference}-refund-${refund?.id}-1`]),
    );
    // The queue may hand it out again.
    expect(await carryOutRefund(shop.parts, refund?.id ?? 0)).toMatchObject({ state: 'done' });
    expect(refundedAt(sessionId)).toBe(499);
  });

  test('stores a failure under the key, the next key is used within the same call', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.breakNext(/^POST \/v1\/refunds/, '500');
    expect(await press({ orderId })).toBe('refunded');
    expect(refundedAt(sessionId)).toBe(499);
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'done', attempt: 2 }]);
  });

  test('stores a failure although the money was sent, it is not asked again', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.breakNext(/^POST \/v1\/refunds/, '500', '500');
    const part = { orderId, amountCents: 200, seenRefundedCents: 0 };
    await expect(press(part)).rejects.toMatchObject({ code: 'unavailable' });
    shop.stripe.books.refund(sessionId, 200);
    shop.stripe.breakNext(/^POST \/v1\/refunds/, '500');
    const [refund] = await refundsOf(orderId);
    expect(await carryOutRefund(shop.parts, refund?.id ?? 0)).toMatchObject({
      state: 'done',
      orderState: 'partially_refunded',
    });
    expect(refundedAt(sessionId)).toBe(200);
  });

  test('refuses, staff see why and can order it again', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.breakNext(/^POST \/v1\/refunds/, 'refuse');
    const form = { orderId, requestId: randomUUID() };
    await expect(press(form)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The payment provider refused the refund: Not like this.',
    });
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'refused', failure: 'Not like this.' }]);
    expect(await press(form)).toBe('refunded');
    expect(refundedAt(sessionId)).toBe(499);
  });

  test('may have forgotten the key, it is not asked again and its payment status decides', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.breakNext(/^POST \/v1\/refunds/, 'die', 'die', 'die');
    await expect(press({ orderId })).rejects.toMatchObject({ code: 'unavailable' });
    await shop.parts.db
      .update(orderRefunds)
      .set({ createdAt: sql`now() - interval '21 hours'` })
      .where(eq(orderRefunds.orderId, orderId));
    const [refund] = await refundsOf(orderId);
    const before = refundCalls().length;
    expect(await carryOutRefund(shop.parts, refund?.id ?? 0)).toMatchObject({
      state: 'refused',
      failure: 'The refund could not be requested in time.',
      orderState: 'paid',
    });
    expect([refundCalls().length, refundedAt(sessionId)]).toEqual([before, 0]);
  });
});

describe('a unit of a limited product', () => {
  test('returns with a refund while nothing of it is in the game', async () => {
    const { orderId, productId } = await startPaidOrder(shop, { stock: 3 });
    expect(await stockOf(productId)).toBe(2);
    await press({ orderId });
    await settleOrder(shop.parts, orderId);
    expect(await stockOf(productId)).toBe(3);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'refunded', stock: 'released' });
  });

  test('stays sold once the game may have received a part of it', async () => {
    const { orderId, productId } = await startPaidOrder(shop, { stock: 3 });
    await shop.parts.db.execute(sql`
      update deliveries set state = 'leased' where order_id = ${orderId} and order_line_position = 1`);
    await press({ orderId });
    expect(await stockOf(productId)).toBe(2);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'refunded', stock: 'held' });
  });
});

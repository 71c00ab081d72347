import { randomUUID } from 'node:crypto';
import type { ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { entriesOn } from '#test/audit.ts';
import { products } from '#features/products/products.tables.ts';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import {
  checkout,
  coinsOf,
  createOrderStaff,
  useShop,
  deliveriesOf,
  GRANTED,
  openOtherSession,
  readOrder,
  refundsOfOrder,
  startOrder,
  startPaidOrder,
  stockOfProduct,
  statesOf,
} from '#test/shop-journeys.ts';
import { decideOrder, refundOrder } from '#features/orders/admin/order-refunds.service.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { recordOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { carryOutRefund } from '#features/orders/payments/refunds.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const shop = await useShop({ isWorker: false });
const staff = await createOrderStaff(shop);

const reason = 'The player showed a receipt';
const auditOf = (orderId: number) => entriesOn(shop, orderId);
const decide = (orderId: number, decision: ReviewDecision) =>
  decideOrder(shop.parts, staff, { orderId, decision, reason });
const refusal = (orderId: number, decision: ReviewDecision) =>
  decide(orderId, decision).then(
    (state) => `was decided: ${state}`,
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  );
const settle = (orderId: number) => settleOrder(shop.parts, orderId);
const hear = async (orderId: number, sessionId: string) => {
  await recordOtherSession(requireOpenShop(shop.parts), { orderId, sessionId });
  return settle(orderId);
};
const refundedAt = (sessionId: string) => shop.stripe.books.refundedCents(sessionId);
const stockOf = (id: number) => stockOfProduct(shop, id);

/** Paid with a sum that is not the price. */
async function startMispaid(changes: Parameters<typeof startOrder>[1] = {}) {
  const started = await startOrder(shop, changes);
  shop.stripe.books.pay(started.sessionId);
  shop.stripe.books.tamper(started.sessionId, { amount_total: 450 });
  expect(await settle(started.orderId)).toBe('review');
  return started;
}

/** Paid by another session than its own. */
async function startOtherPaid() {
  const started = await startOrder(shop);
  const otherId = openOtherSession(shop, started.order);
  shop.stripe.books.pay(otherId);
  expect(await hear(started.orderId, otherId)).toBe('review');
  return { ...started, otherId };
}

describe('the decision to deliver', () => {
  test('delivers once for twenty concurrent requests, and holds against later events', async () => {
    const { buyer, orderId } = await startMispaid();
    const decided = { orderId, decision: 'deliver' as const, reason };
    const states = await Promise.all(
      Array.from({ length: 20 }, () => decideOrder(shop.parts, staff, decided)),
    );
    expect(new Set(states)).toEqual(new Set(['paid']));
    expect(await auditOf(orderId)).toMatchObject([
      {
        kind: 'order.review',
        before: { state: 'review', reviewReason: 'wrong_amount' },
        after: { state: 'paid', decision: 'deliver' },
      },
    ]);
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
    expect(await settle(orderId)).toBe('paid');
    expect(await statesOf(shop, orderId)).toEqual(['creating', 'pending', 'review', 'paid']);
    expect(await readOrder(shop, orderId)).toMatchObject({ paidAt: expect.any(Date), decision: 'deliver' });
  });

  test('is undone by a full refund', async () => {
    const { buyer, orderId, sessionId } = await startMispaid();
    await decide(orderId, 'deliver');
    shop.stripe.books.refund(sessionId, 449);
    shop.stripe.books.tamper(sessionId, { amount_total: 450 });
    expect(await settle(orderId)).toBe('partially_refunded');
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    shop.stripe.books.refund(sessionId, 1);
    expect(await settle(orderId)).toBe('refunded');
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await settle(orderId)).toBe('refunded');
  });

  test('does not cover another problem, which opens a new review', async () => {
    const { orderId, sessionId } = await startMispaid();
    await decide(orderId, 'deliver');
    shop.stripe.books.tamper(sessionId, { currency: 'usd' });
    expect(await settle(orderId)).toBe('review');
    expect(await readOrder(shop, orderId)).toMatchObject({ reviewReason: 'wrong_currency', decision: null });
    expect(await decide(orderId, 'deliver')).toBe('paid');
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
  });

  test('is refused until there is stock when the last unit is gone', async () => {
    const { productId, orderId, sessionId } = await startOrder(shop, { stock: 1 });
    shop.stripe.books.expire(sessionId);
    await settle(orderId);
    await checkout(shop, await createSignedInPlayer(shop), productId);
    shop.stripe.books.pay(sessionId);
    expect(await settle(orderId)).toBe('review');
    expect(await refusal(orderId, 'deliver')).toContain('conflict: This product is sold out.');
    await shop.parts.db.update(products).set({ stock: 1 }).where(eq(products.id, productId));
    expect(await decide(orderId, 'deliver')).toBe('paid');
    expect(await stockOf(productId)).toBe(0);
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
  });

  test('accepts the other session’s payment and ends the order’s own checkout', async () => {
    const { buyer, orderId, sessionId, otherId } = await startOtherPaid();
    expect(await decide(orderId, 'deliver')).toBe('paid');
    expect(shop.stripe.books.getSession(sessionId).status).toBe('expired');
    expect(await hear(orderId, otherId)).toBe('paid');
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    const refund = { orderId, requestId: randomUUID(), reason };
    expect(await refundOrder(shop.parts, staff, refund)).toBe('refunded');
    expect([refundedAt(otherId), await coinsOf(shop, buyer.id)]).toEqual([499, 0]);
  });

  test('is possible for an order paid twice after one payment was refunded', async () => {
    const { buyer, order, orderId, sessionId } = await startPaidOrder(shop);
    const otherId = openOtherSession(shop, order);
    shop.stripe.books.pay(otherId);
    await hear(orderId, otherId);
    expect(await refusal(orderId, 'deliver')).toBe(
      'conflict: This order was paid twice. Refund one of the payments first.',
    );
    const paymentIntentId: string = shop.stripe.books.getSession(otherId).payment_intent;
    const refund = { orderId, requestId: randomUUID(), paymentIntentId, reason };
    expect(await refundOrder(shop.parts, staff, refund)).toBe('review');
    expect([refundedAt(sessionId), refundedAt(otherId)]).toEqual([0, 499]);
    expect(await decide(orderId, 'deliver')).toBe('paid');
    expect(await hear(orderId, otherId)).toBe('paid');
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
  });

  test('can be a refund for items that were revoked before', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.dispute(sessionId, 'lost');
    await settle(orderId);
    shop.stripe.books.dispute(sessionId, 'won');
    expect(await settle(orderId)).toBe('review');
    expect(await decide(orderId, 'refund')).toBe('refunded');
    expect(refundedAt(sessionId)).toBe(499);
  });
});

describe('the decision to refund', () => {
  test('refunds every payment of the order, once for twenty concurrent requests', async () => {
    const { buyer, order, orderId, sessionId } = await startPaidOrder(shop);
    const otherId = openOtherSession(shop, order);
    shop.stripe.books.pay(otherId);
    await hear(orderId, otherId);
    const decided = { orderId, decision: 'refund' as const, reason };
    await Promise.allSettled(Array.from({ length: 20 }, () => decideOrder(shop.parts, staff, decided)));
    expect(await auditOf(orderId)).toMatchObject([{ after: { decision: 'refund' } }]);
    expect(await settle(orderId)).toBe('refunded');
    expect([refundedAt(sessionId), refundedAt(otherId)]).toEqual([499, 499]);
    expect(await refundsOfOrder(shop, orderId)).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await hear(orderId, otherId)).toBe('refunded');
  });

  test('ends an order with a wrong amount and returns its unit', async () => {
    const { productId, orderId, sessionId } = await startMispaid({ stock: 2 });
    // The books know the charge by the price.
    shop.stripe.books.tamper(sessionId, { amount_total: 499 });
    expect(await decide(orderId, 'refund')).toBe('refunded');
    expect(await stockOf(productId)).toBe(2);
    expect(await settle(orderId)).toBe('refunded');
  });

  test('is completed after a crash, and blocks other decisions meanwhile', async () => {
    const { orderId, otherId } = await startOtherPaid();
    shop.stripe.breakNext(/^POST \/v1\/refunds/, 'die after', 'die', 'die');
    expect(await refusal(orderId, 'refund')).toContain('unavailable: The refund is written down');
    expect(await refusal(orderId, 'deliver')).toContain('conflict: A refund of this order is under way.');
    expect(await refusal(orderId, 'cancel')).toContain('conflict: A refund of this order is under way.');
    const [refund] = await refundsOfOrder(shop, orderId);
    expect(await carryOutRefund(shop.parts, refund?.id ?? 0)).toMatchObject({ orderState: 'refunded' });
    expect(refundedAt(otherId)).toBe(499);
  });

  test('reopens the review when the provider refuses', async () => {
    const { orderId, otherId } = await startOtherPaid();
    shop.stripe.breakNext(/^POST \/v1\/refunds/, 'refuse');
    expect(await refusal(orderId, 'refund')).toContain('conflict: The payment provider refused the refund');
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'review', decision: null });
    expect(await decide(orderId, 'deliver')).toBe('paid');
    expect(refundedAt(otherId)).toBe(0);
  });

  test('is refused when nothing was paid', async () => {
    const { orderId } = await startOrder(shop);
    await shop.parts.db.execute(
      sql`update orders set session_id = 'cs_test_away' || id where id = ${orderId}`,
    );
    expect(await settle(orderId)).toBe('review');
    expect(await refusal(orderId, 'refund')).toBe(
      'conflict: There is no money of this order left to give back.',
    );
  });
});

describe('the decision to cancel', () => {
  test('ends an unpaid order, returns its unit, and holds', async () => {
    const { productId, orderId } = await startOrder(shop, { stock: 4 });
    await shop.parts.db.execute(
      sql`update orders set session_id = 'cs_test_lost' || id where id = ${orderId}`,
    );
    expect(await settle(orderId)).toBe('review');
    expect(await decide(orderId, 'cancel')).toBe('cancelled');
    expect(await decide(orderId, 'cancel')).toBe('cancelled');
    expect(await stockOf(productId)).toBe(4);
    expect(await settle(orderId)).toBe('cancelled');
  });

  test('is refused while the order has a payment or one is pending', async () => {
    const [mispaid, otherPaid, promised] = [
      await startMispaid(),
      await startOtherPaid(),
      await startOrder(shop),
    ];
    const otherId = openOtherSession(shop, promised.order);
    shop.stripe.books.payLater(otherId);
    await hear(promised.orderId, otherId);
    expect(await refusal(mispaid.orderId, 'cancel')).toContain('conflict: Money was taken for this order.');
    expect(await refusal(otherPaid.orderId, 'cancel')).toContain('conflict: Money was taken for this order.');
    expect(await refusal(promised.orderId, 'cancel')).toContain(
      'conflict: A payment for this order is on its way.',
    );
    shop.stripe.books.failLater(otherId);
    await hear(promised.orderId, otherId);
    expect(await decide(promised.orderId, 'cancel')).toBe('cancelled');
    expect(shop.stripe.books.getSession(promised.sessionId).status).toBe('expired');
  });

  test('does not hide a payment that arrives later', async () => {
    const { orderId, order } = await startOrder(shop);
    const otherId = openOtherSession(shop, order);
    shop.stripe.books.payLater(otherId);
    await hear(orderId, otherId);
    shop.stripe.books.failLater(otherId);
    await hear(orderId, otherId);
    await decide(orderId, 'cancel');
    shop.stripe.books.succeedLater(otherId);
    expect(await hear(orderId, otherId)).toBe('review');
  });
});

describe('a decision', () => {
  test.each<ReviewDecision>(['deliver', 'refund', 'cancel'])(
    'to %s is for reviews alone',
    async (decision) => {
      const { orderId } = await startPaidOrder(shop);
      expect(await refusal(orderId, decision)).toBe('conflict: This order is not in review any more.');
      expect(await refusal(2_000_000_000, decision)).toBe('not_found: There is no such order.');
    },
  );

  test('changes nothing when the audit log cannot record it', async () => {
    const { buyer, orderId } = await startMispaid();
    await shop.parts.db.execute(sql`alter table audit_entries rename to audit_entries_away`);
    for (const decision of ['deliver', 'refund'] as const)
      await expect(decide(orderId, decision)).rejects.toMatchObject({ cause: { code: '42P01' } });
    await shop.parts.db.execute(sql`alter table audit_entries_away rename to audit_entries`);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'review', decision: null });
    expect(await coinsOf(shop, buyer.id)).toBe(0);
  });

  test('is made once when two members of staff decide differently', async () => {
    const { buyer, orderId, otherId } = await startOtherPaid();
    const answers = await Promise.all([refusal(orderId, 'deliver'), refusal(orderId, 'refund')]);
    expect(answers.filter((answer) => answer.startsWith('was decided'))).toHaveLength(1);
    const { state } = await readOrder(shop, orderId);
    expect(state === 'paid' ? [0, 500] : [499, 0]).toEqual([
      refundedAt(otherId),
      await coinsOf(shop, buyer.id),
    ]);
  });
});

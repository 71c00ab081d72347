import { describe, expect, test } from 'vitest';
import { captureLog } from '#test/captured-log.ts';
import {
  coinsOf,
  useShop,
  deliveriesOf,
  GRANTED,
  inboxIsEmpty,
  openOtherSession,
  orderIn,
  readOrder,
  type Shop,
  startOrder,
  startPaidOrder,
  statesOf,
} from '#test/shop-journeys.ts';
import { recordOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { selectOrderPayments } from '#features/orders/payments/order-payments.queries.ts';
import type { OrderRow } from '#features/orders/orders.tables.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const captured = captureLog('warn');
const shop = await useShop({ log: captured.log });

const openOther = (order: OrderRow) => openOtherSession(shop, order);
const paymentsOf = (orderId: number) => selectOrderPayments(shop.parts.db, orderId);
const warningsOf = (orderId: number) => captured.lines().filter((line) => line.orderId === orderId);

describe('a payment of another session than the order’s own', () => {
  test('puts the order into review once, however often and in whatever way it is reported', async () => {
    const { buyer, order, orderId, sessionId } = await startOrder(shop);
    const otherId = openOther(order);
    const event = shop.stripe.books.pay(otherId);
    const copies = Array.from({ length: 20 }, (_, index) => ({ ...event, id: `${event.id}_${index}` }));
    await Promise.all([
      ...Array.from({ length: 100 }, () => shop.tell(event)),
      ...copies.map((copy) => shop.tell(copy)),
      ...Array.from({ length: 20 }, () =>
        recordOtherSession(requireOpenShop(shop.parts), { orderId, sessionId: otherId }),
      ),
    ]);
    await inboxIsEmpty(shop);
    expect(await readOrder(shop, orderId)).toMatchObject({
      state: 'review',
      reviewReason: 'other_session',
      sessionId,
      fulfilledAt: null,
    });
    expect(await statesOf(shop, orderId)).toEqual(['creating', 'pending', 'review']);
    const paymentIntentId = shop.stripe.books.getSession(otherId).payment_intent;
    expect(await paymentsOf(orderId)).toMatchObject([
      {
        sessionId: otherId,
        paymentIntentId,
        state: 'paid',
        amountCents: 499,
        currency: 'eur',
        refundedCents: 0,
      },
    ]);
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await deliveriesOf(shop, orderId)).toEqual([]);
    expect(warningsOf(orderId)).toHaveLength(1);
  });

  test('that follows the order’s own payment keeps the items and opens one review', async () => {
    const { buyer, order, orderId } = await startPaidOrder(shop);
    const event = shop.stripe.books.pay(openOther(order));
    await Promise.all(Array.from({ length: 100 }, () => shop.tell(event)));
    await orderIn(shop, orderId, 'review');
    await inboxIsEmpty(shop);
    expect(await settleOrder(shop.parts, orderId)).toBe('review');
    expect(await statesOf(shop, orderId)).toEqual(['creating', 'pending', 'paid', 'review']);
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
    expect(warningsOf(orderId)).toHaveLength(1);
  });

  test('that is first pending and then paid is recorded with each status', async () => {
    const { order, orderId } = await startOrder(shop);
    const otherId = openOther(order);
    await shop.tell(shop.stripe.books.payLater(otherId));
    await orderIn(shop, orderId, 'review');
    expect(await paymentsOf(orderId)).toMatchObject([{ state: 'promised' }]);
    await shop.tell(shop.stripe.books.succeedLater(otherId));
    await inboxIsEmpty(shop);
    expect(await paymentsOf(orderId)).toMatchObject([{ state: 'paid' }]);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'review', fulfilledAt: null });
  });

  test.each<[string, (otherId: string) => Parameters<Shop['tell']>[0]]>([
    ['expires unpaid', (otherId) => shop.stripe.books.expire(otherId)],
    [
      'was promised in vain',
      (otherId) => {
        shop.stripe.books.payLater(otherId);
        return shop.stripe.books.failLater(otherId);
      },
    ],
  ])('that %s changes nothing', async (_, happen) => {
    const { order, orderId, sessionId } = await startOrder(shop);
    await shop.tell(happen(openOther(order)));
    await inboxIsEmpty(shop);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'pending', sessionId });
    await shop.tell(shop.stripe.books.pay(sessionId));
    await orderIn(shop, orderId, 'paid');
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
  });

  test('that only the event, but not the provider, attributes to the order changes nothing', async () => {
    const { order, orderId } = await startOrder(shop);
    const otherId = openOther(order);
    const event = shop.stripe.books.pay(otherId);
    shop.stripe.books.tamper(otherId, { client_reference_id: 'waygate-somebody-else' });
    await shop.tell(event);
    const unknown = structuredClone(event);
    unknown.data.object.id = 'cs_test_nobody_knows';
    await shop.tell({ ...unknown, id: 'evt_of_no_session' });
    await inboxIsEmpty(shop);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'pending' });
    expect(await paymentsOf(orderId)).toEqual([]);
  });

  test('ends the order when it was its only payment and is refunded', async () => {
    const { buyer, order, orderId, sessionId } = await startOrder(shop);
    const otherId = openOther(order);
    await shop.tell(shop.stripe.books.pay(otherId));
    await orderIn(shop, orderId, 'review');
    await shop.tell(shop.stripe.books.refund(otherId, 99).event);
    await inboxIsEmpty(shop);
    expect(await paymentsOf(orderId)).toMatchObject([{ state: 'paid', refundedCents: 99 }]);
    await shop.tell(shop.stripe.books.refund(otherId).event);
    await orderIn(shop, orderId, 'refunded');
    expect(await paymentsOf(orderId)).toMatchObject([{ state: 'returned', refundedCents: 499 }]);
    // Its own checkout ends unpaid: that says nothing any more.
    await shop.tell(shop.stripe.books.expire(sessionId));
    await inboxIsEmpty(shop);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'refunded' });
    expect([await coinsOf(shop, buyer.id), await deliveriesOf(shop, orderId)]).toEqual([0, []]);
  });

  test('that remains while the own payment is refunded keeps the items and the review', async () => {
    const { buyer, order, orderId, sessionId } = await startPaidOrder(shop);
    await shop.tell(shop.stripe.books.pay(openOther(order)));
    await orderIn(shop, orderId, 'review');
    await shop.tell(shop.stripe.books.refund(sessionId).event);
    await inboxIsEmpty(shop);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'review', refundedCents: 499 });
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
  });

  test('that expires unpaid after the order was paid changes nothing', async () => {
    const { order, orderId, sessionId } = await startOrder(shop);
    const otherId = openOther(order);
    await shop.tell(shop.stripe.books.pay(sessionId));
    await orderIn(shop, orderId, 'paid');
    await shop.tell(shop.stripe.books.expire(otherId));
    await inboxIsEmpty(shop);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'paid', sessionId });
  });
});

test('an order in review keeps the payment that was made', async () => {
  const { orderId, sessionId } = await startOrder(shop);
  shop.stripe.books.pay(sessionId);
  shop.stripe.books.tamper(sessionId, { amount_total: 1 });
  expect(await settleOrder(shop.parts, orderId)).toBe('review');
  const { payment_intent: paymentIntentId } = shop.stripe.books.getSession(sessionId);
  expect(await readOrder(shop, orderId)).toMatchObject({ reviewReason: 'wrong_amount', paymentIntentId });
});

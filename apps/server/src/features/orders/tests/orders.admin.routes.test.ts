import { randomUUID } from 'node:crypto';
import type { AdminOrder } from '@waygate/contract/orders/orders.admin.schemas';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createPortal, createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { auditOf } from '#test/audit.ts';
import {
  coinsOf,
  useShop,
  deliveriesOf,
  GRANTED,
  inboxIsEmpty,
  openOtherSession,
  orderIn,
  startOrder,
  startPaidOrder,
} from '#test/shop-journeys.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { recordOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const shop = await useShop();
const staff = await createStaff(shop, ['orders']);

async function read(path: string) {
  const response = await shop.call('GET', `/admin/orders${path}`, { token: staff.token });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

const idsOf = async (query: string): Promise<number[]> =>
  (await read(query)).orders.map(({ orderId }: AdminOrder) => orderId);

const refund = (orderId: number, body: object = {}, token = staff.token) =>
  shop.call('POST', `/admin/orders/${orderId}/refund`, {
    token,
    body: { requestId: randomUUID(), reason: 'Bought twice', ...body },
  });

const decide = (orderId: number, decision: string, token = staff.token) =>
  shop.call('POST', `/admin/orders/${orderId}/review`, {
    token,
    body: { decision, reason: 'The sum is right' },
  });

/** Paid with a sum that is not the price. */
async function startMispaid() {
  const started = await startOrder(shop);
  shop.stripe.books.pay(started.sessionId);
  shop.stripe.books.tamper(started.sessionId, { amount_total: 450 });
  await settleOrder(shop.parts, started.orderId);
  return started;
}

test('previews count as reading the account, once an hour', async () => {
  const { id, token } = await createStaff(shop, ['orders']);
  const { orderId } = await startPaidOrder(shop);
  for (const amount of ['1', '2']) {
    const path = `/admin/orders/${orderId}/refund/preview?amount=${amount}`;
    expect((await shop.call('GET', path, { token })).statusCode).toBe(200);
  }
  const { rows } = await shop.parts.db.execute(
    sql`select used from rate_limits where key = ${`rows of users by ${id}`}`,
  );
  expect(rows).toEqual([{ used: 1 }]);
});

describe('the list of orders', () => {
  test('shows all orders, newest first, in pages', async () => {
    const [first, second] = [await startPaidOrder(shop), await startOrder(shop)];
    const { orders, total, totalIsExact } = await read('');
    expect(orders[0].orderId).toBe(second.orderId);
    expect(totalIsExact).toBe(true);
    expect(orders[1]).toEqual({
      orderId: first.orderId,
      accountDBID: first.buyer.id,
      userName: first.buyer.username,
      productId: first.productId,
      productName: 'Lantern chest',
      state: 'paid',
      reviewReason: null,
      price: 4.99,
      refunded: 0,
      provider: 'stripe',
      isLive: false,
      createdAt: expect.any(String),
      paidAt: expect.any(String),
      serverId: 1,
      serverName: 'Game server',
      characterName: null,
    });
    const oldestFirst = await idsOf('?sort=orderId&pageSize=all');
    expect(oldestFirst).toHaveLength(total);
    expect(oldestFirst).toEqual(oldestFirst.toSorted((a, b) => a - b));
    expect(await idsOf('?page=999')).toEqual([]);
  });

  test('filters by state and account, and searches every name of an order', async () => {
    const { buyer, order, orderId } = await startPaidOrder(shop);
    const { payment_intent: paymentId } = shop.stripe.books.getSession(order.sessionId ?? '');
    const inReview = await startMispaid();
    expect(await idsOf('?state=review')).toEqual([inReview.orderId]);
    expect(await idsOf(`?account=${buyer.id}`)).toEqual([orderId]);
    expect(await idsOf(`?account=${buyer.id}&state=refunded`)).toEqual([]);
    for (const term of [buyer.username, buyer.username.slice(2).toUpperCase(), order.sessionId, paymentId])
      expect(await idsOf(`?search=${term}`)).toEqual([orderId]);
    expect(await idsOf(`?search=${buyer.id}`)).toContain(orderId);
    expect(await idsOf(`?search=%20${orderId}%20`)).toContain(orderId);
    expect(await idsOf('?search=nobody%27s')).toEqual([]);
    expect((await shop.call('GET', '/admin/orders?state=stolen', staff)).statusCode).toBe(400);
  });
});

describe('an order', () => {
  test('is shown with its history, lines, deliveries and available actions', async () => {
    const { orderId, sessionId, order } = await startOrder(shop);
    await shop.tell(shop.stripe.books.pay(sessionId));
    await orderIn(shop, orderId, 'paid');
    await inboxIsEmpty(shop);
    const detail = await read(`/${orderId}`);
    expect(detail).toMatchObject({
      orderId,
      state: 'paid',
      sessionId,
      paymentIntentId: shop.stripe.books.getSession(sessionId).payment_intent,
      expiresAt: order.expiresAt.toISOString(),
      fulfilledAt: expect.any(String),
      reversedAt: null,
      refundable: 4.99,
      decisions: [],
      refunds: [],
      otherPayments: [],
    });
    expect(detail.lines.map(({ label, state }: { label: string; state: string }) => [label, state])).toEqual([
      ['500 coins', 'delivered'],
      ['2 lanterns', 'on_its_way'],
      ['30 days of the club', 'on_its_way'],
      ['Founder package', 'on_its_way'],
    ]);
    expect(detail.events).toMatchObject([
      { from: null, to: 'creating', reason: 'checkout' },
      { from: 'creating', to: 'pending', reason: 'session opened' },
      { from: 'pending', to: 'paid', reason: 'payment' },
    ]);
    expect(detail.webhooks).toMatchObject([
      {
        kind: 'checkout.session.completed',
        amount: 4.99,
        currency: 'eur',
        outcome: `order ${orderId} is paid`,
        processedAt: expect.any(String),
      },
    ]);
    expect(detail.deliveries).toMatchObject([
      {
        effect: 'grant',
        kind: 'item',
        itemId: 7001,
        quantity: 2,
        state: 'pending',
        attempts: 0,
        detail: null,
      },
      { effect: 'grant', kind: 'club_days', quantity: 30 },
      { effect: 'grant', kind: 'founder_package', quantity: 1 },
    ]);
  });

  test('is not found when it does not exist', async () => {
    for (const response of [
      await shop.call('GET', '/admin/orders/2000000000', staff),
      await refund(2_000_000_000),
      await decide(2_000_000_000, 'deliver'),
    ]) {
      expect(response.statusCode).toBe(404);
      expect(response.json().message).toBe('There is no such order.');
    }
  });
});

describe('a refund', () => {
  test('in full revokes the items and answers with the updated order', async () => {
    const { buyer, orderId } = await startPaidOrder(shop);
    const response = await refund(orderId, { refundedSeen: 0 });
    expect(response.json()).toMatchObject({
      state: 'refunded',
      refunded: 4.99,
      refundable: 0,
      reversedAt: expect.any(String),
      refunds: [
        {
          amount: 4.99,
          state: 'done',
          failure: null,
          staff: { accountDBID: staff.id, userName: staff.username },
          settledAt: expect.any(String),
        },
      ],
    });
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await auditOf(shop, 'order.refund', orderId)).toMatchObject([
      { staffId: staff.id, accountId: buyer.id, before: { refunded: 0 }, after: { refunded: 4.99 } },
    ]);
    expect((await refund(orderId)).json()).toMatchObject({
      code: 'conflict',
      message: 'There is no money of this order left to give back.',
    });
  });

  test('in part keeps the items, and the rest can follow', async () => {
    const { orderId } = await startPaidOrder(shop);
    const part = await refund(orderId, { amount: 1.99, refundedSeen: 0 });
    expect(part.json()).toMatchObject({ state: 'partially_refunded', refunded: 1.99, refundable: 3 });
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
    const tooMuch = await refund(orderId, { amount: 3.01 });
    expect(tooMuch.statusCode).toBe(400);
    expect(tooMuch.json().fields).toEqual({ amount: 'Give an amount up to €3.00.' });
    expect((await refund(orderId)).json()).toMatchObject({ state: 'refunded', refunded: 4.99 });
    expect(await auditOf(shop, 'order.refund', orderId)).toHaveLength(2);
  });

  test('is made once for ten clicks', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const body = { amount: 2, requestId: randomUUID() };
    const responses = await Promise.all(Array.from({ length: 10 }, () => refund(orderId, body)));
    expect(responses.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect((await refund(orderId, body)).json()).toMatchObject({ refunded: 2, refunds: [{ amount: 2 }] });
    expect(shop.stripe.books.refundedCents(sessionId)).toBe(200);
    expect(await auditOf(shop, 'order.refund', orderId)).toHaveLength(1);
  });

  test('is made once for two members of staff who saw the same order', async () => {
    const colleague = await createStaff(shop, ['orders']);
    const { orderId, sessionId } = await startPaidOrder(shop);
    const seen = { amount: 2, refundedSeen: 0 };
    await Promise.all([refund(orderId, seen), refund(orderId, seen, colleague.token)]);
    const late = await refund(orderId, seen, colleague.token);
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toBe('€2.00 of this payment went back by now. Look at the order again.');
    expect(shop.stripe.books.refundedCents(sessionId)).toBe(200);
  });

  test.each([
    ['without a request id', { requestId: undefined }],
    ['with half a cent', { amount: 1.005 }],
    ['of nothing', { amount: 0 }],
    ['of a negative sum', { amount: -1 }],
    ['in words', { amount: '1' }],
  ])('%s is refused', async (_, body) => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    expect((await refund(orderId, body)).statusCode).toBe(400);
    expect(shop.stripe.books.refundedCents(sessionId)).toBe(0);
  });

  test('is refused for an unpaid order and for a disputed one', async () => {
    const { orderId } = await startOrder(shop);
    expect((await refund(orderId)).statusCode).toBe(409);
    const disputed = await startPaidOrder(shop);
    shop.stripe.books.dispute(disputed.sessionId, 'needs_response');
    await settleOrder(shop.parts, disputed.orderId);
    expect(await read(`/${disputed.orderId}`)).toMatchObject({ state: 'disputed', refundable: 0 });
    expect((await refund(disputed.orderId)).json().message).toBe(
      'The bank disputes this payment. Answer the dispute at the payment provider.',
    );
  });

  test('names the payment of an order that was paid twice, and leaves the other one', async () => {
    const { order, orderId, sessionId } = await startPaidOrder(shop);
    const otherId = openOtherSession(shop, order);
    shop.stripe.books.pay(otherId);
    await recordOtherSession(requireOpenShop(shop.parts), { orderId, sessionId: otherId });
    const detail = await read(`/${orderId}`);
    const [other] = detail.otherPayments;
    expect(detail).toMatchObject({ state: 'review', refundable: 4.99, decisions: ['refund'] });
    expect(other).toMatchObject({ sessionId: otherId, state: 'paid', amount: 4.99, refundable: 4.99 });
    const response = await refund(orderId, { paymentIntentId: other.paymentIntentId });
    expect(response.json()).toMatchObject({
      otherPayments: [{ state: 'returned', refunded: 4.99, refundable: 0 }],
      decisions: ['deliver', 'refund'],
    });
    expect([sessionId, otherId].map((id) => shop.stripe.books.refundedCents(id))).toEqual([0, 499]);
  });
});

describe('a review', () => {
  test.each([
    ['deliver', 'paid'],
    ['refund', 'refunded'],
  ])('ends when staff decide to %s', async (decision, state) => {
    const { orderId, buyer } = await startMispaid();
    expect(await read(`/${orderId}`)).toMatchObject({
      state: 'review',
      reviewReason: 'wrong_amount',
      decisions: expect.arrayContaining(['deliver', 'refund']),
    });
    expect((await decide(orderId, decision)).json()).toMatchObject({
      state,
      reviewReason: null,
      decisions: [],
    });
    expect(await auditOf(shop, 'order.review', orderId)).toMatchObject([
      { staffId: staff.id, accountId: buyer.id, before: { state: 'review' }, after: { decision } },
    ]);
  });

  test('of an unpaid order ends by cancelling it', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.tamper(sessionId, { amount_total: 450 });
    await settleOrder(shop.parts, orderId);
    expect(await read(`/${orderId}`)).toMatchObject({ decisions: ['deliver', 'cancel'] });
    expect((await decide(orderId, 'cancel')).json()).toMatchObject({ state: 'cancelled', decisions: [] });
  });

  test('is decided once when two decide differently', async () => {
    const { orderId } = await startMispaid();
    const colleague = await createStaff(shop, ['orders']);
    const responses = await Promise.all([
      decide(orderId, 'deliver'),
      decide(orderId, 'refund', colleague.token),
    ]);
    const won = responses.filter(({ statusCode }) => statusCode === 200);
    expect(won).toHaveLength(1);
    expect(await auditOf(shop, 'order.review', orderId)).toHaveLength(1);
  });

  test('cannot be decided twice, nor where there is none', async () => {
    const { orderId } = await startPaidOrder(shop);
    const response = await decide(orderId, 'cancel');
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe('This order is not in review any more.');
    expect((await decide(orderId, 'forget')).statusCode).toBe(400);
  });
});

describe('orders are', () => {
  const CALLS = [
    ['GET', ''],
    ['GET', '/1'],
    ['POST', '/1/refund'],
    ['POST', '/1/review'],
  ] as const;

  test.each(CALLS)('refused to visitors, players and other staff: %s %s', async (method, path) => {
    const player = await createSignedInPlayer(shop);
    const other = await createStaff(shop, ['products', 'users', 'statisticsPayment']);
    expect((await shop.call(method, `/admin/orders${path}`)).statusCode).toBe(401);
    for (const { token } of [player, other])
      expect((await shop.call(method, `/admin/orders${path}`, { token })).statusCode).toBe(403);
  });

  test('listed, but not refundable, while payments are not configured', async () => {
    const closed = await createPortal({ config: { payments: { provider: 'off' } } });
    const { token } = await createStaff(closed, ['orders']);
    expect((await closed.call('GET', '/admin/orders', { token })).json()).toMatchObject({
      orders: [],
      total: 0,
    });
    const body = { requestId: randomUUID(), reason: 'Bought twice' };
    const response = await closed.call('POST', '/admin/orders/1/refund', { token, body });
    expect(response.statusCode).toBe(503);
    expect(response.json().message).toBe('The shop is closed: payments are not set up.');
    await closed.close();
  });
});

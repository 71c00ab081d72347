import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import type { PaymentProvider } from '#platform/payments/payment-provider.ts';
import { createSignedInPlayer, until } from '#test/account-journeys.ts';
import {
  type Buyer,
  checkout,
  useShop,
  createTestProduct,
  inboxIsEmpty,
  openOtherSession,
  orderIn,
  startOrder,
  startPaidOrder,
} from '#test/shop-journeys.ts';
import { reconcile } from '#features/orders/payments/reconciler.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { recoverLostWebhooks } from '#features/orders/payments/webhooks.service.ts';

const shop = await useShop({ config: { reconcileSeconds: 1 } });

async function history({ token }: Pick<Buyer, 'token'>, query = '') {
  const response = await shop.call('GET', `/user/orders${query}`, { token });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

const lineStates = async (buyer: Buyer) =>
  (await history(buyer)).orders[0].lines.map(({ state }: { state: string }) => state);

describe('the order history', () => {
  test('shows what was bought, the price, and the delivery status of each line', async () => {
    const { buyer, orderId, sessionId } = await startOrder(shop);
    expect(await history(buyer)).toMatchObject({
      total: 1,
      orders: [{ orderId, productName: 'Lantern chest', state: 'pending', price: 4.99, paidAt: null }],
    });
    expect(await lineStates(buyer)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);

    shop.stripe.books.pay(sessionId);
    await settleOrder(shop.parts, orderId);
    expect(await lineStates(buyer)).toEqual(['delivered', 'on_its_way', 'on_its_way', 'on_its_way']);
    await shop.parts.db
      .update(deliveries)
      .set({ state: 'applied' })
      .where(and(eq(deliveries.orderId, orderId), eq(deliveries.orderLinePosition, 1)));
    await shop.parts.db
      .update(deliveries)
      .set({ state: 'dead' })
      .where(and(eq(deliveries.orderId, orderId), eq(deliveries.orderLinePosition, 2)));
    expect(await lineStates(buyer)).toEqual(['delivered', 'delivered', 'problem', 'on_its_way']);

    shop.stripe.books.refund(sessionId);
    await settleOrder(shop.parts, orderId);
    expect(await lineStates(buyer)).toEqual(['revoked', 'revoked', 'revoked', 'cancelled']);
    expect(await history(buyer)).toMatchObject({ orders: [{ state: 'refunded', refunded: 4.99 }] });
  });

  test('counts what was bought and not returned, by product', async () => {
    const { buyer, orderId, sessionId, productId } = await startOrder(shop);
    const purchases = async () => (await shop.call('GET', '/user/purchases', { token: buyer.token })).json();
    expect(await purchases()).toEqual({ purchases: [] });
    shop.stripe.books.pay(sessionId);
    await settleOrder(shop.parts, orderId);
    expect(await purchases()).toEqual({ purchases: [{ productId, count: 1 }] });
    shop.stripe.books.refund(sessionId);
    await settleOrder(shop.parts, orderId);
    expect(await purchases()).toEqual({ purchases: [] });
  });

  test('is sorted newest first, limited, and counts all orders', async () => {
    const buyer = await createSignedInPlayer(shop);
    const ids: number[] = [];
    for (const name of ['First', 'Second', 'Third'])
      ids.push((await checkout(shop, buyer, await createTestProduct(shop, { name }))).id);
    const { orders, total } = await history(buyer, '?limit=2');
    expect(total).toBe(3);
    expect(orders.map(({ orderId }: { orderId: number }) => orderId)).toEqual([ids[2], ids[1]]);
  });

  test('is read to its end page by page, each order once, while orders are placed', async () => {
    const buyer = await createSignedInPlayer(shop);
    const place = async () => (await checkout(shop, buyer, await createTestProduct(shop))).id;
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await place());
    const seen: number[] = [];
    let page = await history(buyer, '?limit=2');
    const left = [page.remaining];
    seen.push(...page.orders.map(({ orderId }: { orderId: number }) => orderId));
    while (page.nextBefore !== null) {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
      [page] = await Promise.all([history(buyer, `?limit=2&before=${page.nextBefore}`), place()]);
      left.push(page.remaining);
      seen.push(...page.orders.map(({ orderId }: { orderId: number }) => orderId));
    }
    expect({ seen, left }).toEqual({ seen: ids, left: [3, 1, 0] });
    expect(await history(buyer, `?before=${ids.at(-1)}`)).toEqual({
      orders: [],
      total: 7,
      remaining: 0,
      nextBefore: null,
    });
    expect((await shop.call('GET', '/user/orders?before=0', { token: buyer.token })).statusCode).toBe(400);
  });

  test('contains only the caller’s own orders, and requires a session', async () => {
    await startPaidOrder(shop);
    expect(await history(await createSignedInPlayer(shop))).toEqual({
      orders: [],
      total: 0,
      remaining: 0,
      nextBefore: null,
    });
    expect((await shop.call('GET', '/user/orders')).statusCode).toBe(401);
  });

  test('shows the same coins as the profile', async () => {
    const { buyer } = await startPaidOrder(shop);
    const profile = await shop.call('GET', '/user/profile', { token: buyer.token });
    expect(profile.json()).toMatchObject({ agaiaCoins: 500, hasClaimedFounderPackage: true });
  });
});

const forgetChecks = (orderId: number) =>
  shop.parts.db.execute(
    sql`update orders set checked_at = now() - interval '10 seconds' where id = ${orderId}`,
  );

describe('without its webhook', () => {
  test('a payment is detected when the player opens the order history', async () => {
    const { buyer, orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.pay(sessionId);
    await forgetChecks(orderId);
    await history(buyer);
    expect(await orderIn(shop, orderId, 'paid')).toMatchObject({ fulfilledAt: expect.any(Date) });
  });

  test('a payment and an expiry are detected by the reconciler', async () => {
    const [paid, expired] = [await startOrder(shop), await startOrder(shop)];
    shop.stripe.books.pay(paid.sessionId);
    shop.stripe.books.expire(expired.sessionId);
    await forgetChecks(paid.orderId);
    await forgetChecks(expired.orderId);
    await reconcile(shop.parts);
    expect(await orderIn(shop, paid.orderId, 'paid')).toMatchObject({ fulfilledAt: expect.any(Date) });
    expect(await orderIn(shop, expired.orderId, 'expired')).toMatchObject({ fulfilledAt: null });
  });

  test('refunds and disputes are detected by polling undelivered events', async () => {
    const { books } = shop.stripe;
    const [refunded, disputed] = [await startPaidOrder(shop), await startPaidOrder(shop)];
    // More than one page of other events that nobody took.
    for (let count = 0; count < 120; count += 1) books.dispute(disputed.sessionId, 'needs_response');
    books.refund(refunded.sessionId);
    await recoverLostWebhooks(shop.parts);
    expect(await orderIn(shop, refunded.orderId, 'refunded')).toMatchObject({ refundedCents: 499 });
    expect(await orderIn(shop, disputed.orderId, 'disputed')).toMatchObject({ reversedAt: null });
    await inboxIsEmpty(shop);
    await recoverLostWebhooks(shop.parts);
    await inboxIsEmpty(shop);
  });

  test('a long list of events is fetched a few pages per run', async () => {
    const { books } = shop.stripe;
    const refunded = await startPaidOrder(shop);
    books.refund(refunded.sessionId);
    // Of real money, which is nothing that this shop follows.
    const noise = openOtherSession(shop, refunded.order);
    books.tamper(noise, { livemode: true });
    for (let count = 0; count < 620; count += 1) books.expire(noise);
    // Of this run alone: the worker goes on at once where it stops.
    const { payments } = shop.parts;
    if (!payments) throw new Error('The shop is closed.');
    let pages = 0;
    const listUndelivered: PaymentProvider['listUndelivered'] = (after) => {
      pages += 1;
      return payments.listUndelivered(after);
    };
    await recoverLostWebhooks({ ...shop.parts, payments: { ...payments, listUndelivered } });
    expect(pages).toBe(5);
    expect(await orderIn(shop, refunded.orderId, 'refunded')).toMatchObject({ refundedCents: 499 });
    await inboxIsEmpty(shop);
  });

  test('opening the order history asks the provider once and never counts as paying', async () => {
    const { buyer, orderId, sessionId } = await startOrder(shop);
    await forgetChecks(orderId);
    const looks = () => shop.stripe.calls.filter(({ path }) => path.endsWith(sessionId)).length;
    const before = looks();
    await Promise.all(Array.from({ length: 20 }, () => history(buyer)));
    await until(async () => looks() > before);
    expect(looks() - before).toBe(1);
    expect(await history(buyer)).toMatchObject({ orders: [{ state: 'pending' }] });
  });
});

test('staff see how many orders await review', async () => {
  const { orderId, sessionId } = await startOrder(shop);
  shop.stripe.books.pay(sessionId);
  shop.stripe.books.tamper(sessionId, { amount_total: 1 });
  await settleOrder(shop.parts, orderId);
  expect((await shop.parts.metrics.render()).body).toContain('waygate_orders_in_review 1');
});

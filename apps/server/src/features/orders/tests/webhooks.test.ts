import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createPortal } from '#test/account-journeys.ts';
import {
  coinsOf,
  useShop,
  deliveriesOf,
  GRANTED,
  inboxIsEmpty,
  orderIn,
  readOrder,
  startOrder,
  statesOf,
} from '#test/shop-journeys.ts';
import type { WebhookChanges } from '#test/stripe-server.ts';
import { ledgerTransactions } from '#features/ledger/ledger.tables.ts';
import { orders, webhookEvents } from '#features/orders/orders.tables.ts';

const shop = await useShop();

const storedEvents = (eventId: string) =>
  shop.parts.db.select().from(webhookEvents).where(eq(webhookEvents.eventId, eventId));

describe('an event', () => {
  test('sent 100 times concurrently grants the order once', async () => {
    const { buyer, orderId, sessionId } = await startOrder(shop);
    const event = shop.stripe.books.pay(sessionId);
    await Promise.all(Array.from({ length: 100 }, () => shop.tell(event)));
    await orderIn(shop, orderId, 'paid');
    await inboxIsEmpty(shop);

    expect(await storedEvents(event.id)).toMatchObject([{ outcome: `order ${orderId} is paid` }]);
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
    expect(await statesOf(shop, orderId)).toEqual(['creating', 'pending', 'paid']);
  });

  test('of any kind about one session, concurrent and out of order, leads to the payment’s status', async () => {
    const { buyer, orderId, sessionId } = await startOrder(shop);
    const { books } = shop.stripe;
    const completed = books.payLater(sessionId);
    const succeeded = books.succeedLater(sessionId);
    const { event: refunded } = books.refund(sessionId, 100);
    const disputed = books.dispute(sessionId, 'needs_response');
    await Promise.all([disputed, refunded, succeeded, completed, completed].map((event) => shop.tell(event)));
    await inboxIsEmpty(shop);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'disputed', refundedCents: 100 });
    expect(await coinsOf(shop, buyer.id)).toBe(0);

    await shop.tell(books.dispute(sessionId, 'won'));
    await orderIn(shop, orderId, 'partially_refunded');
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
  });

  test('that reports an expiry after the payment changes nothing', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    const expired = shop.stripe.books.expire(sessionId);
    await shop.tell(shop.stripe.books.pay(sessionId));
    await orderIn(shop, orderId, 'paid');
    await shop.tell(expired);
    await inboxIsEmpty(shop);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'paid' });
  });

  test('that names the session before the portal knows it finds its order', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    await shop.parts.db
      .update(orders)
      .set({ sessionId: null, checkoutUrl: null })
      .where(eq(orders.id, orderId));
    await shop.tell(shop.stripe.books.pay(sessionId));
    await orderIn(shop, orderId, 'paid');
    expect(await readOrder(shop, orderId)).toMatchObject({ sessionId });
  });

  test('of an unknown payment finds its order by asking the provider', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.pay(sessionId);
    await shop.tell(shop.stripe.books.dispute(sessionId, 'needs_response'));
    await orderIn(shop, orderId, 'disputed');
    expect(await deliveriesOf(shop, orderId)).toEqual([]);
  });

  test('about somebody else’s payment is stored and marked as such', async () => {
    const { sessionId } = await startOrder(shop);
    const event = shop.stripe.books.expire(sessionId);
    const strange = {
      ...event,
      id: 'evt_strange',
      data: { object: { object: 'checkout.session', id: 'cs_x' } },
    };
    const foreign = { ...strange, id: 'evt_foreign' };
    foreign.data = { object: { object: 'checkout.session', id: 'cs_y' } };
    Object.assign(foreign.data.object, { client_reference_id: '12' });
    await shop.tell(strange);
    await shop.tell(foreign);
    await shop.tell({ ...event, id: 'evt_customer', type: 'customer.created' });
    await inboxIsEmpty(shop);
    expect(await storedEvents('evt_strange')).toMatchObject([{ outcome: 'unknown order' }]);
    expect(await storedEvents('evt_foreign')).toMatchObject([{ outcome: 'unknown order' }]);
    expect(await storedEvents('evt_customer')).toMatchObject([{ outcome: 'ignored: kind' }]);
  });

  test('of the other mode is stored and never processed', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    const event = { ...shop.stripe.books.pay(sessionId), livemode: true };
    await shop.tell(event);
    expect(await storedEvents(event.id)).toMatchObject([{ outcome: 'ignored: livemode' }]);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'pending' });
  });
});

describe('a webhook is refused', () => {
  test.each<[string, WebhookChanges]>([
    ['without a signature', { signature: null }],
    ['signed with another secret', { secret: 'whsec_another' }],
    ['with the same JSON in other bytes', { body: 'compact' }],
    ['signed too long ago', { timestamp: Math.floor(Date.now() / 1000) - 600 }],
    ['without a body', { body: '' }],
    ['that is no JSON', { body: '{' }],
  ])('%s', async (_, changes) => {
    const { orderId, sessionId } = await startOrder(shop);
    const event = shop.stripe.books.pay(sessionId);
    const body = changes.body === 'compact' ? JSON.stringify(event) : changes.body;
    const response = await shop.stripe.post(shop.webhookUrl, event, {
      ...changes,
      ...(body !== undefined && { body }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'bad_request' });
    expect(await storedEvents(event.id)).toEqual([]);
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'pending' });
  });

  test('with 503 when it cannot be stored, so that the provider resends it', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    const event = shop.stripe.books.pay(sessionId);
    await shop.parts.db.execute(sql`alter table webhook_events rename to webhook_events_away`);
    const response = await shop.stripe.post(shop.webhookUrl, event);
    await shop.parts.db.execute(sql`alter table webhook_events_away rename to webhook_events`);
    expect(response.status).toBeGreaterThanOrEqual(500);
    await shop.tell(event);
    await orderIn(shop, orderId, 'paid');
  });

  test('with 503 while payments or the webhook secret are not configured', async () => {
    const closed = await createPortal();
    const withoutSecret = await createPortal({
      config: {
        payments: { provider: 'stripe', secretKey: 'sk_test_x', webhookSecret: '', apiBase: undefined },
      },
    });
    for (const portal of [closed, withoutSecret]) {
      const response = await portal.call('POST', '/stripe/webhook', { body: { id: 'evt_1' } });
      expect(response.statusCode).toBe(503);
      expect(response.json()).toMatchObject({ code: 'unavailable' });
      await portal.close();
    }
  });
});

test('every granted coin is in the ledger once per order', async () => {
  const { rows } = await shop.parts.db.execute(sql`
    select o.id from orders o left join ledger_transactions t on t.idempotency_key = 'order:' || o.id || ':grant'
    where (o.fulfilled_at is null) <> (t.id is null)`);
  expect(rows).toEqual([]);
  expect((await shop.parts.db.select().from(ledgerTransactions)).length).toBeGreaterThan(0);
});

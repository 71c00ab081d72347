import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createSignedInPlayer, createStaff, createUnconfirmedPlayer } from '#test/account-journeys.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import {
  checkout,
  createTestProduct,
  postCheckout,
  readOrder,
  startOrder,
  useShop,
} from '#test/shop-journeys.ts';
import { CHECKOUT_ALERTS } from '#features/orders/checkout.alerts.ts';
import { orders, termsVersions } from '#features/orders/orders.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { insertOrder } from '#features/orders/orders.queries.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;

function lastRequest() {
  return shop.stripe.calls.findLast(
    ({ path, method }) => method === 'POST' && path === '/v1/checkout/sessions',
  );
}

describe('the hosted checkout', () => {
  test('offers what the account allows, collects consent and names the confirmed address', async () => {
    const { buyer, orderId } = await startOrder(shop);
    const { parameters } = lastRequest() ?? {};
    expect(parameters).toMatchObject({
      submit_type: 'pay',
      customer_email: buyer.email,
      consent_collection: { terms_of_service: 'required' },
      adaptive_pricing: { enabled: false },
      payment_intent_data: { statement_descriptor_suffix: 'AGAIA' },
    });
    expect(parameters).not.toHaveProperty('allowed_payment_method_types');
    expect(parameters).not.toHaveProperty('payment_method_types');
    expect(parameters).toMatchObject({
      custom_text: {
        terms_of_service_acceptance: {
          message: expect.stringMatching(
            /\[terms\]\(http:\/\/localhost:3000\/tos\).*you lose the right of withdrawal/,
          ),
        },
      },
    });
    // Nothing of the request is kept once the checkout is open.
    expect((await readOrder(shop, orderId)).checkout).toBeNull();
  });

  test('asks for a donation where a gift is bought, and names no unconfirmed address', async () => {
    const buyer = await createUnconfirmedPlayer(shop);
    await checkout(shop, buyer, await createTestProduct(shop, { storefront: 'donation' }));
    expect(lastRequest()?.parameters).toMatchObject({ submit_type: 'donate' });
    expect(lastRequest()?.parameters).not.toHaveProperty('customer_email');
  });

  test('is repeated byte for byte after a crash, whatever has changed meanwhile', async () => {
    const [buyer, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop)];
    shop.stripe.breakNext(/POST \/v1\/checkout\/sessions/, 'die after', 'die after', 'die after');
    expect((await postCheckout(shop, buyer, productId)).statusCode).toBe(503);
    const first = lastRequest()?.fingerprint;
    await db
      .update(accounts)
      .set({ email: `new-${buyer.email}` })
      .where(eq(accounts.id, buyer.id));
    const sessions = shop.stripe.books.sessions().length;
    const order = await checkout(shop, buyer, productId);
    expect(lastRequest()?.fingerprint).toBe(first);
    expect(shop.stripe.books.sessions()).toHaveLength(sessions);
    expect(order.attempt).toBe(1);
  });

  test('of an order from before the update is repeated as it was', async () => {
    const [buyer, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop)];
    const { id } = await db.transaction((tx) =>
      insertOrder(tx, {
        order: {
          accountId: buyer.id,
          productId,
          productName: 'Lantern chest',
          priceCents: 499,
          provider: 'stripe',
          isLive: false,
          stock: 'none',
        },
        lines: [{ position: 0, kind: 'premium_coins', quantity: 500, itemId: null, label: 'coins' }],
        openMinutes: 35,
      }),
    );
    await settleOrder(shop.parts, id);
    const { parameters } = lastRequest() ?? {};
    expect(parameters).toMatchObject({ allowed_payment_method_types: ['card'] });
    for (const option of ['submit_type', 'customer_email', 'consent_collection', 'custom_text'])
      expect(parameters).not.toHaveProperty(option);
    expect((await readOrder(shop, id)).state).toBe('pending');
  });

  test('opens without an address or a suffix that the provider refuses', async () => {
    const buyer = await createSignedInPlayer(shop);
    await db
      .update(accounts)
      .set({ email: `jürgen-${buyer.email}` })
      .where(eq(accounts.id, buyer.id));
    const order = await checkout(shop, buyer, await createTestProduct(shop));
    expect([order.state, order.attempt]).toEqual(['pending', 2]);
    expect(lastRequest()?.parameters).not.toHaveProperty('customer_email');
    expect(lastRequest()?.parameters).toHaveProperty('consent_collection');
  });

  test('that the account cannot collect consent for says so in the history', async () => {
    const [buyer, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop)];
    shop.stripe.books.account.termsUrl = undefined;
    const response = await postCheckout(shop, buyer, productId);
    shop.stripe.books.account.termsUrl = 'https://play.example/tos';
    expect([response.statusCode, response.json().message]).toEqual([503, 'Could not start checkout.']);
    const [order] = await db.select().from(orders).where(eq(orders.accountId, buyer.id));
    expect(order?.state).toBe('failed');
    const { token } = await createStaff(shop, ['orders']);
    const details = (await shop.call('GET', `/admin/orders/${order?.id}`, { token })).json();
    expect(details.events.at(-1)).toMatchObject({ reason: 'the provider knows no terms of service' });
    const alert = CHECKOUT_ALERTS.find(({ name }) => name === 'checkout_without_terms');
    const { rows } = await db.execute(sql`select ${alert?.count} as count`);
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('consent', () => {
  test('is stored with the text and the time once the payment is settled', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    const open = await readOrder(shop, orderId);
    expect(open.termsVersion).toMatch(/^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/);
    expect(open.termsAcceptedAt).toBeNull();
    await settleOrder(shop.parts, orderId);
    expect((await readOrder(shop, orderId)).termsAcceptedAt).toBeNull();
    shop.stripe.books.pay(sessionId);
    await Promise.all([settleOrder(shop.parts, orderId), settleOrder(shop.parts, orderId)]);
    const paid = await readOrder(shop, orderId);
    expect(Math.abs((paid.termsAcceptedAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    const [stored] = await db
      .select()
      .from(termsVersions)
      .where(eq(termsVersions.version, paid.termsVersion ?? ''));
    expect(stored?.body).toContain('Right of withdrawal');
    const { token } = await createStaff(shop, ['orders']);
    const details = (await shop.call('GET', `/admin/orders/${orderId}`, { token })).json();
    expect(details.terms).toEqual({
      version: paid.termsVersion,
      updated: stored?.updated,
      acceptedAt: paid.termsAcceptedAt?.toISOString(),
    });
  });

  test('that the page did not collect is not stored', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.pay(sessionId);
    shop.stripe.books.tamper(sessionId, { consent: { promotions: null, terms_of_service: null } });
    expect(await settleOrder(shop.parts, orderId)).toBe('paid');
    expect((await readOrder(shop, orderId)).termsAcceptedAt).toBeNull();
  });
});

test('tax that the provider reports is stored, and the price stays the product’s', async () => {
  const { orderId, sessionId } = await startOrder(shop);
  shop.stripe.books.pay(sessionId);
  shop.stripe.books.tamper(sessionId, {
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 97 },
  });
  expect(await settleOrder(shop.parts, orderId)).toBe('paid');
  expect(await readOrder(shop, orderId)).toMatchObject({ taxCents: 97, priceCents: 499 });
});

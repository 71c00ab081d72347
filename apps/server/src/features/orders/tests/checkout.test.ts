import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { postTransaction } from '#features/ledger/ledger.service.ts';
import { products } from '#features/products/products.tables.ts';
import { listenForChanges } from '#platform/db/change-listener.ts';
import { createStripeProvider } from '#platform/payments/stripe-provider.ts';
import {
  createPortal,
  createSignedInPlayer,
  createUnconfirmedPlayer,
  type Portal,
  until,
  useSecondProcess,
} from '#test/account-journeys.ts';
import {
  checkout,
  coinsOf,
  useShop,
  createTestProduct,
  deliveriesOf,
  GRANTED,
  postCheckout,
  readOrder,
  startOrder,
  stockOfProduct,
} from '#test/shop-journeys.ts';
import { createCheckout } from '#features/orders/checkout.service.ts';
import { orders } from '#features/orders/orders.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const shop = await useShop({ isWorker: false });

const change = (id: number, changes: Partial<typeof products.$inferInsert>) =>
  shop.parts.db.update(products).set(changes).where(eq(products.id, id));
const ordersOf = (productId: number) =>
  shop.parts.db.select().from(orders).where(eq(orders.productId, productId)).orderBy(orders.id);
const stockOf = (id: number) => stockOfProduct(shop, id);
const sessionCalls = () => shop.stripe.calls.filter(({ path }) => path === '/v1/checkout/sessions');

const refusal = async (productId: unknown, buyer?: { token: string }) => {
  const response = await postCheckout(shop, buyer ?? (await createSignedInPlayer(shop)), productId);
  return [response.statusCode, response.json().message];
};

/** Where every call to the provider fails at once instead of after ten seconds. */
function hurried({ timeoutMs }: { timeoutMs: number }) {
  const { url: apiBase, secretKey, webhookSecret } = shop.stripe;
  const options = { name: 'stripe' as const, secretKey, webhookSecret, apiBase, timeoutMs };
  return { ...shop.parts, payments: createStripeProvider(options) };
}

describe('a checkout', () => {
  test('opens at the provider with the price from the database and exactly two return addresses', async () => {
    const { buyer, order } = await startOrder(shop, { newPriceCents: 399, newName: 'Better chest' });
    expect(order).toMatchObject({
      state: 'pending',
      accountId: buyer.id,
      priceCents: 399,
      productName: 'Better chest',
      isLive: false,
    });
    expect(shop.stripe.books.getSession(order.sessionId ?? '')).toMatchObject({
      amount_total: 399,
      currency: 'eur',
      success_url: 'http://localhost:3000/shop?payment=success',
      cancel_url: 'http://localhost:3000/shop?payment=cancel',
      expires_at: order.expiresAt.getTime() / 1000,
    });
    const minutes = (order.expiresAt.getTime() - order.createdAt.getTime()) / 60_000;
    expect(minutes).toBeGreaterThan(34.9);
    expect(minutes).toBeLessThanOrEqual(35);
  });

  test('opens although the clock of the provider is four minutes ahead', async () => {
    shop.stripe.books.setClockAhead(4 * 60);
    onTestFinished(() => shop.stripe.books.setClockAhead(0));
    const { order } = await startOrder(shop);
    expect(order).toMatchObject({ state: 'pending', sessionId: expect.stringMatching(/^cs_/) });
  });

  test('holds no limited stock for an account whose email address is not confirmed', async () => {
    const buyer = await createUnconfirmedPlayer(shop);
    const [limited, unlimited] = [await createTestProduct(shop, { stock: 2 }), await createTestProduct(shop)];
    const answers = await Promise.all(Array.from({ length: 4 }, () => refusal(limited, buyer)));
    const refused = [409, expect.stringMatching(/^Confirm your email address first/)];
    expect(answers).toEqual([refused, refused, refused, refused]);
    expect([await stockOf(limited), await ordersOf(limited)]).toEqual([2, []]);
    expect((await postCheckout(shop, buyer, unlimited)).statusCode).toBe(200);
    await shop.parts.db
      .update(accounts)
      .set({ emailConfirmedAt: sql`now()` })
      .where(eq(accounts.id, buyer.id));
    expect((await postCheckout(shop, buyer, limited)).statusCode).toBe(200);
    expect(await stockOf(limited)).toBe(1);
  });

  test('creates one order with one session for eight concurrent tabs', async () => {
    const [buyer, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop)];
    const answers = await Promise.all(Array.from({ length: 8 }, () => postCheckout(shop, buyer, productId)));
    const urls = new Set(answers.map((answer) => answer.json().url));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(urls.size).toBe(1);
    const made = await ordersOf(productId);
    expect(made).toHaveLength(1);
    const references = shop.stripe.books.sessions().map((session) => session.client_reference_id);
    expect(references.filter((name) => name === made[0]?.reference)).toHaveLength(1);
  });

  test('is a new one after the old one was paid, even before the portal is notified', async () => {
    const { buyer, productId, order } = await startOrder(shop);
    shop.stripe.books.pay(order.sessionId ?? '');
    const second = await checkout(shop, buyer, productId);
    expect(second.id).not.toBe(order.id);
    expect(await readOrder(shop, order.id)).toMatchObject({ state: 'paid' });
  });

  test('is ended and replaced when it is about to expire', async () => {
    const { buyer, productId, order } = await startOrder(shop);
    await shop.parts.db.execute(
      sql`update orders set expires_at = now() + interval '1 minute' where id = ${order.id}`,
    );
    const second = await checkout(shop, buyer, productId);
    expect(second.id).not.toBe(order.id);
    expect(await readOrder(shop, order.id)).toMatchObject({ state: 'expired' });
  });

  test('is reused while the provider cannot report its status', async () => {
    const { buyer, productId, order } = await startOrder(shop);
    shop.stripe.breakNext(/^GET/, '500');
    const response = await postCheckout(shop, buyer, productId);
    expect([response.statusCode, response.json().url]).toEqual([200, order.checkoutUrl]);
  });

  test('is a new one when the provider no longer knows the old one', async () => {
    const { buyer, productId, order } = await startOrder(shop);
    await shop.parts.db.execute(
      sql`update orders set session_id = ${`cs_test_gone${order.id}`} where id = ${order.id}`,
    );
    const second = await checkout(shop, buyer, productId);
    expect(second.id).not.toBe(order.id);
    expect(await readOrder(shop, order.id)).toMatchObject({
      state: 'review',
      reviewReason: 'session_missing',
    });
  });

  test('keeps its price and lines when the product is edited, ends or is deleted meanwhile', async () => {
    const { buyer, productId, order, sessionId } = await startOrder(shop);
    await change(productId, { priceCents: 9999, isSale: true, saleEndsAt: new Date(0) });
    await shop.parts.db.execute(sql`delete from product_lines where product_id = ${productId}`);
    await change(productId, { deletedAt: new Date() });
    shop.stripe.books.pay(sessionId);
    await settleOrder(shop.parts, order.id);
    expect(await readOrder(shop, order.id)).toMatchObject({ state: 'paid', priceCents: 499 });
    expect(await deliveriesOf(shop, order.id)).toEqual(GRANTED);
    expect(await coinsOf(shop, buyer.id)).toBe(500);
  });

  test('creates another order at another price', async () => {
    const { buyer, productId, order } = await startOrder(shop);
    await change(productId, { newPriceCents: 299 });
    const second = await checkout(shop, buyer, productId);
    expect([order.priceCents, second.priceCents]).toEqual([499, 299]);
  });
});

describe('a checkout is refused', () => {
  test('to visitors', async () => {
    const productId = await createTestProduct(shop);
    const response = await shop.call('POST', '/stripe/create-checkout-session', { body: { productId } });
    expect(response.statusCode).toBe(401);
  });

  test('to players who were banned', async () => {
    const { buyer, productId } = await startOrder(shop);
    await shop.parts.db.insert(bans).values({ accountId: buyer.id, description: 'bot' });
    expect((await postCheckout(shop, buyer, productId)).statusCode).toBe(401);
  });

  test.each([['1'], [0], [1.5], [2_147_483_648], [null], [undefined]])('for the id %j', async (productId) => {
    expect((await refusal(productId))[0]).toBe(400);
  });

  test.each<[string, Partial<typeof products.$inferInsert>, number, string]>([
    ['a hidden one', { isListed: false }, 404, 'This product is not sold.'],
    ['a deleted one', { deletedAt: new Date() }, 404, 'This product is not sold.'],
    ['an ended sale', { isSale: true, saleEndsAt: new Date(Date.now() - 1000) }, 409, 'This sale has ended.'],
    ['a sold out one', { stock: 0 }, 409, 'This product is sold out.'],
  ])('for %s', async (_, changes, status, message) => {
    const productId = await createTestProduct(shop);
    await change(productId, changes);
    expect(await refusal(productId)).toEqual([status, message]);
    expect(await ordersOf(productId)).toEqual([]);
  });

  test('for a product that does not exist or grants nothing', async () => {
    expect(await refusal(2_147_483_647)).toEqual([404, 'This product is not sold.']);
    const empty = await createTestProduct(shop, { lines: [] });
    expect(await refusal(empty)).toEqual([404, 'This product is not sold.']);
  });

  test('while the balance is below zero', async () => {
    const buyer = await createSignedInPlayer(shop);
    const debt = { accountId: buyer.id, currency: 'second' as const, amount: -1 };
    await shop.parts.db.transaction((tx) =>
      postTransaction(tx, { idempotencyKey: `debt of ${buyer.id}`, reason: 'test', entries: [debt] }),
    );
    const [status, message] = await refusal(await createTestProduct(shop), buyer);
    expect(status).toBe(409);
    expect(message).toContain('below zero');
  });

  test('while payments are not configured', async () => {
    const closed: Portal = await createPortal();
    const buyer = await createSignedInPlayer(closed);
    const response = await postCheckout(closed, buyer, 1);
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ message: 'The shop is closed: payments are not set up.' });
    await closed.close();
  });
});

test('buying a product without a limit changes nothing visitors see and clears no cache', async () => {
  const heard: string[] = [];
  let isListening = false;
  const listener = listenForChanges({
    connection: shop.parts.database.connection,
    channel: 'content_changed',
    onChange: (payload) => heard.push(payload),
    onConnected: () => (isListening = true),
    onLost: () => {},
    log: shop.parts.log,
  });
  onTestFinished(listener.stop);
  await until(async () => isListening);
  const buyer = await createSignedInPlayer(shop);
  const [unlimited, limited] = [
    await createTestProduct(shop),
    await createTestProduct(shop, { stock: 5, name: 'Rare chest' }),
  ];
  /** How many notices a checkout causes: they come in the order of their commits, and so between two marks. */
  const sentBy = async (productId: number) => {
    const mark = async (name: string) => {
      await shop.parts.db.execute(sql`select pg_notify('content_changed', ${`${name} ${productId}`})`);
      await until(async () => heard.includes(`${name} ${productId}`));
    };
    await mark('before');
    await checkout(shop, buyer, productId);
    await mark('after');
    return heard.indexOf(`after ${productId}`) - heard.indexOf(`before ${productId}`) - 1;
  };
  expect([await sentBy(unlimited), await sentBy(limited)]).toEqual([0, 1]);
});

describe('a limited product', () => {
  test('sells its last unit to one of twenty buyers in two processes', async () => {
    const productId = await createTestProduct(shop, { stock: 1 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => createSignedInPlayer(shop)));
    const second = await useSecondProcess(shop);
    const answers = await Promise.all(
      buyers.map((buyer, index) => postCheckout(index % 2 ? shop : second, buyer, productId)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    expect(await stockOf(productId)).toBe(0);
  });

  test('is limited per account, across all tabs and prices', async () => {
    const [buyer, productId] = [
      await createSignedInPlayer(shop),
      await createTestProduct(shop, { accountLimit: 1 }),
    ];
    const answers = await Promise.all(Array.from({ length: 6 }, () => postCheckout(shop, buyer, productId)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    expect(await ordersOf(productId)).toHaveLength(1);
    const [order] = await ordersOf(productId);
    shop.stripe.books.pay(order?.sessionId ?? '');
    const again = await Promise.all(Array.from({ length: 6 }, () => postCheckout(shop, buyer, productId)));
    expect(again.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(409));
    expect(again[0]?.json().message).toBe('You can buy this once, and you have.');
    expect(await ordersOf(productId)).toMatchObject([{ state: 'paid' }]);
  });

  test('gets its unit back once when the checkout expires or is refused', async () => {
    const { productId, order, sessionId } = await startOrder(shop, { stock: 3 });
    expect(await stockOf(productId)).toBe(2);
    shop.stripe.books.expire(sessionId);
    await Promise.all(Array.from({ length: 5 }, () => settleOrder(shop.parts, order.id)));
    expect(await readOrder(shop, order.id)).toMatchObject({ state: 'expired', stock: 'released' });
    expect(await stockOf(productId)).toBe(3);
  });
});

describe('when the provider', () => {
  test('creates the session and then dies, the retry finds the same session', async () => {
    const [buyer, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop)];
    shop.stripe.breakNext(/^POST/, 'die after', 'die after', 'die after');
    const failed = await postCheckout(shop, buyer, productId);
    expect([failed.statusCode, failed.json().message]).toEqual([503, 'Could not start checkout.']);
    expect(await ordersOf(productId)).toMatchObject([{ state: 'creating', sessionId: null }]);
    const order = await checkout(shop, buyer, productId);
    expect(await ordersOf(productId)).toHaveLength(1);
    const made = shop.stripe.books
      .sessions()
      .filter((session) => session.client_reference_id === order.reference);
    expect(made.map(({ id }) => id)).toEqual([order.sessionId]);
  });

  test('creates the session and never answers, asking again recovers even after a crash', async () => {
    const { id: accountId } = await createSignedInPlayer(shop);
    const productId = await createTestProduct(shop);
    shop.stripe.breakNext(/^POST/, 'hang after', 'hang', 'hang');
    const timedOut = createCheckout(hurried({ timeoutMs: 100 }), { accountId, productId });
    await expect(timedOut).rejects.toMatchObject({ code: 'unavailable' });
    const [order] = await ordersOf(productId);
    const session = shop.stripe.books
      .sessions()
      .find(({ client_reference_id: reference }) => reference === order?.reference);
    // The player never got this checkout, but it is paid anyway.
    shop.stripe.books.pay(session?.id ?? '');
    await settleOrder(shop.parts, order?.id ?? 0);
    expect(await ordersOf(productId)).toMatchObject([{ state: 'paid', sessionId: session?.id }]);
  });

  test('stores a failure under the key, the next key succeeds within the same call', async () => {
    const [buyer, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop)];
    shop.stripe.breakNext(/^POST/, '500');
    const order = await checkout(shop, buyer, productId);
    expect(order).toMatchObject({ state: 'pending', attempt: 2 });
    expect(
      sessionCalls()
        .slice(-2)
        .map(({ idempotencyKey }) => idempotencyKey),
    ).toEqual([`${order.reference}-1`, `${order.reference}-2`]);
  });

  test('keeps failing, the order waits for another attempt', async () => {
    const [buyer, productId] = [
      await createSignedInPlayer(shop),
      await createTestProduct(shop, { stock: 1 }),
    ];
    shop.stripe.breakNext(/^POST/, '500', '500');
    expect((await postCheckout(shop, buyer, productId)).statusCode).toBe(503);
    expect(await ordersOf(productId)).toMatchObject([{ state: 'creating', attempt: 3, stock: 'held' }]);
    expect(await checkout(shop, buyer, productId)).toMatchObject({ attempt: 3, state: 'pending' });
  });

  test('refuses, the order fails and its unit returns to stock', async () => {
    const [buyer, productId] = [
      await createSignedInPlayer(shop),
      await createTestProduct(shop, { stock: 1 }),
    ];
    shop.stripe.breakNext(/^POST/, 'refuse');
    const response = await postCheckout(shop, buyer, productId);
    expect([response.statusCode, response.json().message]).toEqual([503, 'Could not start checkout.']);
    expect(await ordersOf(productId)).toMatchObject([{ state: 'failed' }]);
    expect(await stockOf(productId)).toBe(1);
    await checkout(shop, buyer, productId);
  });

  test('answers with an invalid session, the player gets no checkout', async () => {
    const [buyer, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop)];
    shop.stripe.breakNext(/^POST/, 'bare 404');
    expect((await postCheckout(shop, buyer, productId)).statusCode).toBe(503);
    expect(await ordersOf(productId)).toMatchObject([{ state: 'creating' }]);
  });

  test('is slow, a second tab waits for the same session', async () => {
    const [buyer, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop)];
    shop.stripe.breakNext(/^POST/, { delayMs: 300 });
    const answers = await Promise.all([
      postCheckout(shop, buyer, productId),
      postCheckout(shop, buyer, productId),
    ]);
    expect(new Set(answers.map((answer) => answer.json().url)).size).toBe(1);
    expect(answers[0].statusCode).toBe(200);
  });
});

test('a crash before the provider was asked leaves an order that expires by itself', async () => {
  const { id: accountId } = await createSignedInPlayer(shop);
  const productId = await createTestProduct(shop, { stock: 1 });
  shop.stripe.breakNext(/^POST/, 'hang', 'hang', 'hang');
  await createCheckout(hurried({ timeoutMs: 50 }), { accountId, productId }).catch(() => {});
  const [order] = await ordersOf(productId);
  // Six minutes later the provider takes no session that ends this soon.
  await shop.parts.db.execute(
    sql`update orders set expires_at = expires_at - interval '6 minutes' where id = ${order?.id}`,
  );
  expect(await stockOf(productId)).toBe(0);
  await settleOrder(shop.parts, order?.id ?? 0);
  expect(await ordersOf(productId)).toMatchObject([{ state: 'failed', stock: 'released' }]);
  expect(await stockOf(productId)).toBe(1);
});

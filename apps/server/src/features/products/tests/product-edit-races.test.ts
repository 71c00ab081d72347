import { and, eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderLines, orders } from '#features/orders/orders.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { checkout, coinsOf, useShop, postCheckout, readOrder } from '#test/shop-journeys.ts';

const shop = await useShop();
const { token } = await createStaff(shop, ['products']);

type Text = { price: number; stock: number | null; grants: object[]; [field: string]: unknown };

const coins = (quantity: number) => [
  { kind: 'premium_coins', quantity, itemId: null, label: `${quantity} coins` },
];

const TEXT: Text = { storefront: 'shop', name: 'Purse', price: 5, stock: null, grants: coins(500) };

async function create(changes: Partial<Text> = {}): Promise<number> {
  const response = await shop.call('POST', '/admin/products', { token, body: { ...TEXT, ...changes } });
  return response.json().productId;
}

async function edit(productId: number, changes: Partial<Text>) {
  const body = { ...TEXT, ...changes };
  const response = await shop.call('PUT', `/admin/products/${productId}`, { token, body });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

const createBuyers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createSignedInPlayer(shop)));

test('a stock edit keeps the units reserved by concurrent buyers', async () => {
  const productId = await create({ stock: 20 });
  const buyers = await createBuyers(12);
  const edits = (async () => {
    let seen = 20;
    for (const change of [5, -3, 0, 4]) {
      const { stock } = await edit(productId, { stock: seen + change, stockSeen: seen });
      seen = stock;
    }
  })();
  const answers = await Promise.all([...buyers.map((buyer) => postCheckout(shop, buyer, productId)), edits]);
  expect(answers.slice(0, -1).every((answer) => answer?.statusCode === 200)).toBe(true);
  const response = await shop.call('GET', `/admin/products/${productId}`, { token });
  expect(response.json().stock).toBe(20 + 5 - 3 + 4 - 12);
});

test('a stock that staff lower is not oversold', async () => {
  const productId = await create({ stock: 8 });
  const buyers = await createBuyers(10);
  const bought = Promise.all(buyers.map((buyer) => postCheckout(shop, buyer, productId)));
  const [answers, edited] = await Promise.all([bought, edit(productId, { stock: 2, stockSeen: 8 })]);
  const sold = answers.filter(({ statusCode }) => statusCode === 200).length;
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(edited.stock).toBeGreaterThanOrEqual(0);
  // Before the edit as many as there were, after it as many as were left.
  expect(sold).toBeGreaterThanOrEqual(2);
  expect(sold).toBeLessThanOrEqual(8);
  for (const answer of refused) expect(answer.json().message).toBe('This product is sold out.');
  const held = await shop.parts.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.productId, productId), eq(orders.stock, 'held')));
  expect(held).toHaveLength(sold);
});

test('a purchase during an edit gets the old lines for the old price, or the new for the new', async () => {
  const productId = await create();
  const buyers = await createBuyers(16);
  const buying = new AbortController();
  const flipping = (async () => {
    for (let count = 0; !buying.signal.aborted; count += 1) {
      const quantity = count % 2 === 0 ? 900 : 500;
      await edit(productId, { price: quantity / 100, grants: coins(quantity) });
    }
  })();
  const bought = Promise.all(buyers.map((buyer) => checkout(shop, buyer, productId)));
  await bought.finally(() => buying.abort());
  await flipping;
  const sold = await shop.parts.db
    .select({ price: orders.priceCents, quantity: orderLines.quantity })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.productId, productId), isNotNull(orders.sessionId)));
  expect(sold).toHaveLength(16);
  for (const { price, quantity } of sold) expect(price).toBe(quantity);
});

test('an open checkout is not affected by editing or deleting the product', async () => {
  const [productId, buyer] = [await create({ stock: 3 }), await createSignedInPlayer(shop)];
  const order = await checkout(shop, buyer, productId);
  await edit(productId, { name: 'Sack', price: 9, grants: coins(9000), stock: 0, stockSeen: 2 });
  await shop.call('DELETE', `/admin/products/${productId}`, { token });
  shop.stripe.books.pay(order.sessionId ?? '');
  await settleOrder(shop.parts, order.id);
  expect(await readOrder(shop, order.id)).toMatchObject({
    state: 'paid',
    productName: 'Purse',
    priceCents: 500,
  });
  expect(await coinsOf(shop, buyer.id)).toBe(500);
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import {
  createShop,
  createTestProduct,
  deliveriesOf,
  GRANTED,
  inboxIsEmpty,
  orderIn,
  readOrder,
  type Shop,
  startOrder,
} from '#test/shop-journeys.ts';
import { orders, webhookEvents } from '#features/orders/orders.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

let shop: Shop;
let other: Shop;
beforeAll(async () => {
  shop = await createShop();
  other = await createShop({ stripe: shop.stripe });
  // The databases of tests are copies of one that was migrated once.
  await other.parts.db.execute(sql`update installation set id = gen_random_uuid()`);
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

const outcomeOf = async ({ parts }: Shop, eventId: string) => {
  const [row] = await parts.db.select().from(webhookEvents).where(eq(webhookEvents.eventId, eventId));
  return row?.outcome;
};

/** Makes an order look like one that was sold before a backup was restored: its session is known by nobody. */
const forget = ({ parts }: Shop, orderId: number, reference: string) =>
  parts.db
    .update(orders)
    .set({ reference, sessionId: null, checkoutUrl: null })
    .where(eq(orders.id, orderId));

test('two portals on one provider account take no payment of each other, even with equal order numbers', async () => {
  const [mine, theirs] = [await startOrder(shop), await startOrder(other)];
  expect(mine.orderId).toBe(theirs.orderId);
  expect(mine.order.reference).not.toBe(theirs.order.reference);
  const installations = [mine, theirs].map(({ order }) => order.reference.split('-')[1]);
  expect(new Set(installations).size).toBe(2);

  const paid = shop.stripe.books.pay(mine.sessionId);
  const refunded = shop.stripe.books.refund(mine.sessionId, 100).event;
  for (const portal of [other, shop])
    for (const event of [paid, refunded])
      expect((await shop.stripe.post(portal.webhookUrl, event)).status).toBe(200);
  await orderIn(shop, mine.orderId, 'partially_refunded');
  await inboxIsEmpty(other);
  expect(await outcomeOf(other, paid.id)).toBe('unknown order');
  expect(await outcomeOf(other, refunded.id)).toBe('unknown order');
  expect(await readOrder(other, theirs.orderId)).toMatchObject({
    state: 'pending',
    sessionId: theirs.sessionId,
  });
  expect(await deliveriesOf(shop, mine.orderId)).toEqual(GRANTED);
  expect(await deliveriesOf(other, theirs.orderId)).toEqual([]);
});

test('every order reference contains the installation and is unique', async () => {
  const [first, second] = [await startOrder(shop), await startOrder(shop)];
  const [one, two] = [first.order.reference.split('-'), second.order.reference.split('-')];
  expect(one[1]).toBe(two[1]);
  expect(one[2]).not.toBe(two[2]);
  const { parameters, idempotencyKey } = shop.stripe.calls.findLast(({ method }) => method === 'POST') ?? {};
  expect(parameters).toMatchObject({
    client_reference_id: second.order.reference,
    metadata: { order: second.order.reference },
    payment_intent_data: { metadata: { order: second.order.reference } },
  });
  expect(idempotencyKey).toBe(`${second.order.reference}-1`);
});

test('a payment for an order lost by restoring a backup is not credited to the order that reuses its number', async () => {
  const { order, orderId, sessionId } = await startOrder(shop);
  await forget(shop, orderId, 'waygate-restored-order');
  const paid = shop.stripe.books.pay(sessionId);
  await shop.tell(paid);
  await inboxIsEmpty(shop);
  expect(await outcomeOf(shop, paid.id)).toMatch(/^unmatched payment \d+$/);
  expect(await readOrder(shop, orderId)).toMatchObject({ state: 'pending', sessionId: null });
  // Known again: it is the reference alone that decides.
  await forget(shop, orderId, order.reference);
  await shop.tell({ ...paid, id: 'evt_once_more' });
  await orderIn(shop, orderId, 'paid');
});

test('an order from the previous version keeps the reference it was sold with', async () => {
  const [{ id: accountId }, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop)];
  const { rows } = await shop.parts.db.execute<{ id: number; reference: string }>(sql`
    insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, expires_at)
    values (${accountId}, ${productId}, 'Lantern chest', 499, 'stripe', false,
            date_trunc('second', now()) + interval '31 minutes')
    returning id, reference`);
  const { id, reference } = rows[0] ?? { id: 0, reference: '' };
  expect(reference).toBe(`waygate-order-${id}`);
  expect(await settleOrder(shop.parts, id)).toBe('pending');
  const { sessionId } = await readOrder(shop, id);
  await shop.tell(shop.stripe.books.pay(sessionId ?? ''));
  await orderIn(shop, id, 'paid');
});

import { and, asc, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mails } from '#features/mail/mail.tables.ts';
import { reconcile } from '#features/orders/payments/reconciler.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import {
  coinsOf,
  deliveriesOf,
  GRANTED,
  postCheckout,
  readOrder,
  startOrder,
  statesOf,
  stockOfProduct,
  useShop,
} from '#test/shop-journeys.ts';

// Without a worker and without webhooks: what happens is what the reconciler finds.
const shop = await useShop({ isWorker: false });
const { db } = shop.parts;

/** Lets three days pass for the order, and settles whatever the reconciler queues for it. */
async function threeDaysLater(orderId: number): Promise<void> {
  await db.execute(sql`
    update orders set created_at = created_at - interval '3 days', expires_at = expires_at - interval '3 days',
      checked_at = checked_at - interval '3 days' where id = ${orderId}`);
  await reconcile(shop.parts);
  const { rows } = await db.execute<{ queued: boolean }>(sql`
    select exists (select from pgboss.job where name = 'orders.settle' and (data->>'orderId')::int = ${orderId}) as queued`);
  expect(rows).toEqual([{ queued: true }]);
  await settleOrder(shop.parts, orderId);
}

async function mailedAbout(orderId: number): Promise<string[]> {
  const rows = await db
    .select({ kind: mails.kind })
    .from(mails)
    .where(and(sql`(${mails.parameters}->>'orderId')::int = ${orderId}`))
    .orderBy(asc(mails.createdAt));
  return rows.map(({ kind }) => kind);
}

/** The last unit of a product, promised by a direct debit. */
async function startDebit() {
  const started = await startOrder(shop, { stock: 1 });
  shop.stripe.books.payLater(started.sessionId);
  expect(await settleOrder(shop.parts, started.orderId)).toBe('processing');
  return started;
}

describe('a direct debit that takes three days', () => {
  test('keeps its unit and delivers nothing meanwhile, however long the checkout is over', async () => {
    const { buyer, orderId, productId } = await startDebit();
    await threeDaysLater(orderId);
    expect((await readOrder(shop, orderId)).state).toBe('processing');
    expect(await stockOfProduct(shop, productId)).toBe(0);
    expect(await deliveriesOf(shop, orderId)).toEqual([]);
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await mailedAbout(orderId)).toEqual([]);
    // Nobody else gets the unit, and the player sees that the bank is still at it.
    expect((await postCheckout(shop, buyer, productId)).statusCode).toBe(409);
    const { orders } = (await shop.call('GET', '/user/orders', { token: buyer.token })).json();
    expect(orders).toMatchObject([{ orderId, state: 'processing', paidAt: null }]);
  });

  test('is delivered and confirmed once when it succeeds', async () => {
    const { buyer, orderId, productId, sessionId } = await startDebit();
    shop.stripe.books.succeedLater(sessionId);
    await threeDaysLater(orderId);
    await Promise.all(Array.from({ length: 4 }, () => settleOrder(shop.parts, orderId)));
    expect(await statesOf(shop, orderId)).toEqual(['creating', 'pending', 'processing', 'paid']);
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    expect(await stockOfProduct(shop, productId)).toBe(0);
    expect(await mailedAbout(orderId)).toEqual(['order-paid']);
    // The consent was given three days ago.
    const { termsAcceptedAt } = await readOrder(shop, orderId);
    expect(termsAcceptedAt).not.toBeNull();
  });

  test('gives its unit back and says so when it fails', async () => {
    const { buyer, orderId, productId, sessionId } = await startDebit();
    shop.stripe.books.failLater(sessionId);
    await threeDaysLater(orderId);
    expect(await statesOf(shop, orderId)).toEqual(['creating', 'pending', 'processing', 'failed']);
    expect(await stockOfProduct(shop, productId)).toBe(1);
    expect(await deliveriesOf(shop, orderId)).toEqual([]);
    expect(await mailedAbout(orderId)).toEqual(['order-failed']);
    expect((await postCheckout(shop, buyer, productId)).statusCode).toBe(200);
  });
});

import { randomUUID } from 'node:crypto';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { createStaff, until } from '#test/account-journeys.ts';
import { countLockWaits } from '#test/locks.ts';
import {
  type Buyer,
  checkout,
  createOrderStaff,
  useShop,
  createTestProduct,
  readOrder,
  startOrder,
  startPaidOrder,
} from '#test/shop-journeys.ts';
import { decideOrder } from '#features/orders/admin/order-refunds.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const shop = await useShop({ isWorker: false });

const settle = (orderId: number) => settleOrder(shop.parts, orderId);

/** Begins one and then the other while a row is held up, so that neither ends before both have begun. */
async function meet(row: SQL, actions: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const { db } = shop.parts;
  const { begun } = await db.transaction(async (tx) => {
    await tx.execute(sql`select from ${row} for update`);
    const answers: Promise<unknown>[] = [];
    for (const action of actions) {
      answers.push(action());
      await until(async () => (await countLockWaits(db)) === answers.length);
    }
    return { begun: Promise.all(answers) };
  });
  return begun;
}

/** Two orders of one product: the unit of the first one is sold again, and the second one is paid. */
async function startBoth() {
  const first = await startOrder(shop, { stock: 5 });
  shop.stripe.books.expire(first.sessionId);
  expect(await settle(first.orderId)).toBe('expired');
  const second = await checkout(shop, first.buyer, first.productId);
  shop.stripe.books.pay(second.sessionId ?? '');
  expect(await settle(second.id)).toBe('paid');
  shop.stripe.books.refund(second.sessionId ?? '');
  return { ...first, refundedId: second.id };
}

describe('an order that returns a unit and one that takes one, for the same player, do not deadlock', () => {
  test('on a late payment and a refund', async () => {
    const { orderId, sessionId, productId, refundedId } = await startBoth();
    shop.stripe.books.pay(sessionId);
    const states = await meet(sql`products where id = ${productId}`, [
      () => settle(orderId),
      () => settle(refundedId),
    ]);
    expect(states).toEqual(['paid', 'refunded']);
  });

  test('on a staff decision and a refund', async () => {
    const { orderId, sessionId, productId, refundedId } = await startBoth();
    shop.stripe.books.pay(sessionId);
    shop.stripe.books.tamper(sessionId, { amount_total: 450 });
    expect(await settle(orderId)).toBe('review');
    const staff = await createOrderStaff(shop);
    const states = await meet(sql`products where id = ${productId}`, [
      () => settle(refundedId),
      () => decideOrder(shop.parts, staff, { orderId, decision: 'deliver', reason: 'The sum is right' }),
    ]);
    expect(states).toEqual(['refunded', 'paid']);
  });
});

test('a refund does not deadlock with staff who cancel one of its deliveries', async () => {
  const { buyer, orderId, sessionId } = await startPaidOrder(shop);
  const staff = await createStaff(shop, ['orders']);
  const path = `/admin/deliveries/${await deliveryOf(orderId)}/cancel`;
  shop.stripe.books.refund(sessionId);
  const answers = await meet(sql`accounts where id = ${buyer.id}`, [
    () => settle(orderId),
    () => as(staff, 'POST', path, { reason: 'Given by hand' }),
  ]);
  // What is cancelled already cannot be cancelled again.
  expect(answers).toEqual(['refunded', 409]);
});

test('two refunds for the same player do not deadlock', async () => {
  const first = await startPaidOrder(shop);
  const second = await checkout(shop, first.buyer, await createTestProduct(shop));
  shop.stripe.books.pay(second.sessionId ?? '');
  expect(await settle(second.id)).toBe('paid');
  for (const sessionId of [first.sessionId, second.sessionId ?? '']) shop.stripe.books.refund(sessionId);
  const states = await meet(sql`accounts where id = ${first.buyer.id}`, [
    () => settle(first.orderId),
    () => settle(second.id),
  ]);
  expect(states).toEqual(['refunded', 'refunded']);
});

test('staff who manage each other’s orders, deliveries and accounts never deadlock with the provider’s events', async () => {
  const [a, b] = [await createColleague(), await createColleague()];
  const [ofA, ofB] = await Promise.all([buyFive(a), buyFive(b)]);
  const statuses = await Promise.all(
    [...actionsOn(ofB, [a, b]), ...actionsOn(ofA, [b, a])].map((action) => action()),
  );

  // The second caller may find it done.
  expect(statuses.filter((status) => ![undefined, 200, 409].includes(status ?? undefined))).toEqual([]);
  for (const id of [...ofA, ...ofB]) expect(await readOrder(shop, id)).toMatchObject({ state: 'refunded' });
});

/** What one does to the other, and to these orders of the other's, while the provider is heard. */
function actionsOn(orderIds: number[], [staff, colleague]: [Buyer, Buyer]) {
  return orderIds.flatMap((id, index) => [
    () =>
      as(staff, 'POST', `/admin/orders/${id}/refund`, { requestId: randomUUID(), reason: 'Bought twice' }),
    () => as(staff, 'PUT', `/admin/users/${colleague.id}`, { agaiaCoins: index }),
    () => as(staff, 'POST', '/admin/action', packFor(colleague.id, index)),
    async () =>
      as(staff, 'POST', `/admin/deliveries/${await deliveryOf(id)}/cancel`, { reason: 'Given by hand' }),
    async () => void (await settle(id)),
  ]);
}

const createColleague = () => createStaff(shop, ['users', 'actions', 'orders']);

async function buyFive(buyer: Buyer): Promise<number[]> {
  const ids: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const order = await checkout(shop, buyer, await createTestProduct(shop));
    shop.stripe.books.pay(order.sessionId ?? '');
    await settle(order.id);
    ids.push(order.id);
  }
  return ids;
}

async function as({ token }: Buyer, method: 'POST' | 'PUT', path: string, body?: object): Promise<number> {
  return (await shop.call(method, path, { token, ...(body && { body }) })).statusCode;
}

function packFor(accountDBID: number, index: number) {
  return { action: 'GRANT_FOUNDER_PACK', accountDBID, date: `20${30 + index}-01-01 00:00:00` };
}

async function deliveryOf(orderId: number): Promise<number> {
  const [row] = await shop.parts.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId))
    .orderBy(asc(deliveries.id));
  return row?.id ?? 0;
}

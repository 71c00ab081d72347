import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { addBridgeToken, allowLoopback } from '#features/game-servers/game-servers.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { decideOrder } from '#features/orders/admin/order-refunds.service.ts';
import { reconcile } from '#features/orders/payments/reconciler.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { createOwner } from '#test/account-journeys.ts';
import { readGame, startSimulator, useGameFolder } from '#test/game-simulator.ts';
import {
  coinsOf,
  createOrderStaff,
  readOrder,
  startOrder,
  startPaidOrder,
  stockOfProduct,
  useShop,
} from '#test/shop-journeys.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;
const staff = await createOrderStaff(shop);
await allowLoopback(db);
const token = await addBridgeToken(db, 'test');
beforeEach(() => db.delete(deliveries));

const settle = (orderId: number) => settleOrder(shop.parts, orderId);
const deliver = (orderId: number) =>
  decideOrder(shop.parts, staff, { orderId, decision: 'deliver', reason: 'The bank ruled for us' });
/** The game fetches and applies all that is due. */
const play = async (data: string) => {
  const args = ['--once'];
  const { exit } = startSimulator({ portal: new URL(shop.webhookUrl).origin, data, token, args });
  expect(await exit).toBe(0);
  return readGame(data).inventory;
};
const benefitsOf = async (id: number) => {
  const [row] = await db
    .select()
    .from(accounts)
    .where(sql`id = ${id}`);
  return {
    days: Math.round((Number(row?.agaiaClubExpiresAt) - Date.now()) / 86_400_000) + 0,
    isFounder: row?.hasClaimedFounderPackage,
  };
};
const linesOf = async (orderId: number) => {
  const owner = await createOwner(shop);
  const detail = (await shop.call('GET', `/admin/orders/${orderId}`, { token: owner.token })).json();
  return { decisions: detail.decisions, states: detail.lines.map(({ state }: { state: string }) => state) };
};

describe('an order whose money came back', () => {
  test('is delivered again under new keys, as often as it is reversed and won back', async () => {
    const data = await useGameFolder();
    const { orderId, sessionId, buyer, productId } = await startPaidOrder(shop, { stock: 3 });
    const all = {
      [`${buyer.id} item 7001`]: 2,
      [`${buyer.id} club_days 0`]: 30,
      [`${buyer.id} founder_package 0`]: 1,
    };
    expect(await play(data)).toEqual(all);
    for (let round = 2; round <= 3; round += 1) {
      shop.stripe.books.dispute(sessionId, 'lost');
      expect(await settle(orderId)).toBe('charged_back');
      expect(await coinsOf(shop, buyer.id)).toBe(0);
      expect(Object.values(await play(data)).every((quantity) => quantity === 0)).toBe(true);
      expect((await linesOf(orderId)).states).toEqual(Array(4).fill('revoked'));

      shop.stripe.books.dispute(sessionId, 'won');
      expect(await settle(orderId)).toBe('review');
      expect((await linesOf(orderId)).decisions).toContain('deliver');
      // Twenty at once deliver it once.
      const states = await Promise.all(Array.from({ length: 20 }, () => deliver(orderId)));
      expect(new Set(states)).toEqual(new Set(['paid']));
      expect(await readOrder(shop, orderId)).toMatchObject({ grantRound: round, reversedAt: null });
      expect(await coinsOf(shop, buyer.id)).toBe(500);
      expect(await benefitsOf(buyer.id)).toMatchObject({ days: 30, isFounder: true });
      expect((await linesOf(orderId)).states).toEqual([
        'delivered',
        'on_its_way',
        'on_its_way',
        'on_its_way',
      ]);
      expect(await play(data)).toEqual(all);
      expect((await linesOf(orderId)).states).toEqual(Array(4).fill('delivered'));
      expect(await settle(orderId)).toBe('paid');
    }
    // It was sold once, whatever was returned and delivered again.
    expect(await stockOfProduct(shop, productId)).toBe(2);
    shop.stripe.books.refund(sessionId);
    expect(await settle(orderId)).toBe('refunded');
    expect(Object.values(await play(data)).every((quantity) => quantity === 0)).toBe(true);
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await benefitsOf(buyer.id)).toMatchObject({ days: 0, isFounder: false });
  }, 400_000);

  test('takes a unit again if the first one was sold on', async () => {
    const { orderId, sessionId, productId } = await startPaidOrder(shop, { stock: 1 });
    shop.stripe.books.dispute(sessionId, 'lost');
    await settle(orderId);
    expect(await stockOfProduct(shop, productId)).toBe(1);
    shop.stripe.books.dispute(sessionId, 'won');
    await settle(orderId);
    expect(await deliver(orderId)).toBe('paid');
    expect(await stockOfProduct(shop, productId)).toBe(0);
  });

  test('is not delivered again once the money is gone again', async () => {
    const { orderId, sessionId, buyer } = await startPaidOrder(shop);
    shop.stripe.books.dispute(sessionId, 'lost');
    await settle(orderId);
    shop.stripe.books.dispute(sessionId, 'won');
    await settle(orderId);
    shop.stripe.books.refund(sessionId);
    await expect(deliver(orderId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await settle(orderId)).toBe('refunded');
  });

  test('counts what it grants against the budget of the staff member, again', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.dispute(sessionId, 'lost');
    await settle(orderId);
    shop.stripe.books.dispute(sessionId, 'won');
    await settle(orderId);
    const poor = await createOrderStaff(shop);
    await db.execute(sql`insert into staff_budgets (staff_id, coins) values (${poor.viewer.accountId}, 499)
      on conflict (staff_id) do update set coins = 499`);
    const decided = decideOrder(shop.parts, poor, { orderId, decision: 'deliver', reason: 'Won' });
    await expect(decided).rejects.toMatchObject({ code: 'budget_exceeded' });
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'review', grantRound: 1 });
  });
});

const lose = (orderId: number) =>
  db.execute(sql`update orders set session_id = 'away_' || session_id where id = ${orderId}`);
const find = (orderId: number) =>
  db.execute(sql`update orders set session_id = substr(session_id, 6) where id = ${orderId}`);

describe('an order whose session was missing', () => {
  test.each([
    ['open', () => {}, 'pending'],
    ['paid', (id: string) => shop.stripe.books.pay(id), 'paid'],
    ['promised', (id: string) => shop.stripe.books.payLater(id), 'processing'],
    ['expired', (id: string) => shop.stripe.books.expire(id), 'expired'],
  ])('is settled by itself when the session is there again, and %s', async (_, happen, state) => {
    const { orderId, sessionId, buyer } = await startOrder(shop);
    await lose(orderId);
    expect(await settle(orderId)).toBe('review');
    expect(await settle(orderId)).toBe('review');
    await find(orderId);
    happen(sessionId);
    expect(await settle(orderId)).toBe(state);
    expect(await coinsOf(shop, buyer.id)).toBe(state === 'paid' ? 500 : 0);
  });

  test.each([
    ['paid', () => {}],
    ['disputed', (id: string) => shop.stripe.books.dispute(id, 'needs_response')],
    ['partially_refunded', (id: string) => shop.stripe.books.refund(id, 100)],
    ['refunded', (id: string) => shop.stripe.books.refund(id)],
    ['charged_back', (id: string) => shop.stripe.books.dispute(id, 'lost')],
  ])('and that was paid before is %s again', async (state, happen) => {
    const { orderId, sessionId, buyer } = await startPaidOrder(shop);
    await lose(orderId);
    expect(await settle(orderId)).toBe('review');
    await find(orderId);
    happen(sessionId);
    expect(await settle(orderId)).toBe(state);
    expect(await coinsOf(shop, buyer.id)).toBe(['refunded', 'charged_back'].includes(state) ? 0 : 500);
  });

  test('stays with staff when another checkout was opened meanwhile, and ends with its session', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    await lose(orderId);
    await settle(orderId);
    await db.execute(sql`
      insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, server_id, expires_at)
      select account_id, product_id, product_name, price_cents, provider, is_live, server_id, now()
      from orders where id = ${orderId}`);
    await find(orderId);
    expect(await settle(orderId)).toBe('review');
    shop.stripe.books.expire(sessionId);
    expect(await settle(orderId)).toBe('expired');
  });

  test('is reviewed for what else is wrong with it', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    await lose(orderId);
    await settle(orderId);
    await find(orderId);
    shop.stripe.books.pay(sessionId);
    shop.stripe.books.tamper(sessionId, { amount_total: 450 });
    expect(await settle(orderId)).toBe('review');
    expect(await readOrder(shop, orderId)).toMatchObject({ reviewReason: 'wrong_amount' });
  });

  test('is looked at by the reconciler until it is found, unless staff have decided', async () => {
    const [waiting, decided] = [await startOrder(shop), await startOrder(shop)];
    for (const { orderId } of [waiting, decided]) {
      await lose(orderId);
      await settle(orderId);
    }
    await deliver(decided.orderId);
    await db.execute(sql`update orders set checked_at = now() - interval '1 day'`);
    await Promise.all([reconcile(shop.parts), reconcile(shop.parts)]);
    const { rows } = await db.execute<{ id: number }>(
      sql`select (data->>'orderId')::int as id from pgboss.job where name = 'orders.settle'`,
    );
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id) => id === waiting.orderId)).toHaveLength(1);
  });
});

import * as fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { bridgeCallerOf } from '#test/bridge.ts';
import { giveCoins, updateUser } from '#test/edited-users.ts';
import { addGameServer, faultsOfLedger, gameOf } from '#test/game-coins.ts';
import { type Buyer, checkout, createTestProduct, useShop } from '#test/shop-journeys.ts';
import { addBridgeToken, allowLoopback } from '#features/game-servers/game-servers.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const ROUNDS = 6;
const CALLS = 120;
const ACCOUNTS = 3;
const ORDERS = 9;

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;
await allowLoopback(db);
const game = gameOf({ bridge: bridgeCallerOf(shop.app, await addBridgeToken(db, 'test')) });
const otherServer = await addGameServer(db, 'Northmarch');
const staff = await createStaff(shop, ['users']);
await db.execute(sql`update budget_defaults set coins = 1e9`);

type PaidOrder = { orderId: number; sessionId: string };

type Call =
  | { kind: 'settle' | 'refund'; order: number }
  | { kind: 'adjust'; account: number; amount: number }
  | { kind: 'debit' | 'credit'; account: number; amount: number; key: number; isOnOther: boolean };

const account = fc.nat(ACCOUNTS - 1);
const amount = fc.constantFrom(20, 50, 400);
const anyCall: fc.Arbitrary<Call> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('settle', 'refund'), order: fc.nat(ORDERS - 1) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('adjust'), account, amount }) },
  {
    weight: 5,
    // Few keys, so that many calls repeat one, or use it for another movement.
    arbitrary: fc.record({
      kind: fc.constantFrom('debit', 'credit'),
      account,
      amount,
      key: fc.nat(11),
      isOnOther: fc.boolean(),
    }),
  },
);

async function createOrders(buyers: Buyer[], productIds: number[]): Promise<PaidOrder[]> {
  const orders: PaidOrder[] = [];
  for (const [index, productId] of productIds.entries()) {
    const buyer = buyers[index % buyers.length];
    if (!buyer) throw new Error('There are no buyers.');
    const { id, sessionId } = await checkout(shop, buyer, productId);
    shop.stripe.books.pay(sessionId ?? '');
    orders.push({ orderId: id, sessionId: sessionId ?? '' });
  }
  return orders;
}

test('purchases, refunds, adjustments, debits and credits at once leave a sound ledger', async () => {
  const lines = [{ kind: 'premium_coins' as const, quantity: 300, itemId: null, label: '300 coins' }];
  const productIds = await Promise.all(
    Array.from({ length: ORDERS }, () => createTestProduct(shop, { lines })),
  );
  const outcomes = new Set<string>();
  for (const [round, calls] of fc
    .sample(fc.array(anyCall, { minLength: CALLS, maxLength: CALLS }), ROUNDS)
    .entries()) {
    const buyers = await Promise.all(Array.from({ length: ACCOUNTS }, () => createSignedInPlayer(shop)));
    await Promise.all(buyers.map(({ id }) => giveCoins(shop, id, 500)));
    const orders = await createOrders(buyers, productIds);
    const buyerOf = (index: number) => buyers[index]?.id ?? 0;

    const run = async (call: Call): Promise<number> => {
      if (call.kind === 'adjust') {
        const response = await updateUser(shop, staff, buyerOf(call.account), { agaiaCoins: call.amount });
        return response.statusCode;
      }
      if ('order' in call) {
        const order = orders[call.order];
        if (!order) return 0;
        if (call.kind === 'refund') shop.stripe.books.refund(order.sessionId);
        await settleOrder(shop.parts, order.orderId);
        return 200;
      }
      const asked = {
        accountDBID: buyerOf(call.account),
        amount: call.amount,
        idempotencyKey: `round:${round}:${call.key}`,
      };
      const response = await game[call.kind](asked, call.isOnOther ? otherServer : undefined);
      outcomes.add(`${call.kind} ${response.json().outcome ?? response.json().code}`);
      return response.statusCode;
    };
    const codes = await Promise.all(calls.map(run));
    // 409: a key of another movement.
    expect(codes.filter((code) => code !== 200 && code !== 409)).toEqual([]);
    expect(await faultsOfLedger(db)).toEqual([]);
  }
  expect([...outcomes].toSorted()).toEqual(
    ['credit', 'debit'].flatMap((kind) =>
      ['applied', 'conflict', 'duplicate', 'insufficient'].map((outcome) => `${kind} ${outcome}`),
    ),
  );
}, 400_000);

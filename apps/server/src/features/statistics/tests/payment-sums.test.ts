import { ORDER_TRANSITIONS, type OrderState } from '@waygate/contract/orders/orders.schemas';
import type { PaymentStatistics } from '@waygate/contract/statistics/statistics.schemas';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '#features/orders/orders.tables.ts';
import { createStaff } from '#test/account-journeys.ts';
import { createTestAccount } from '#test/factories.ts';
import { writePastOrders } from '#test/past-orders.ts';
import { createShop, createTestProduct, type Shop } from '#test/shop-journeys.ts';

const FROM = Date.parse('2021-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const DAYS = 40;
const TOP_PRODUCTS = 20;

let shop: Shop;
let token: string;
let productIds: number[];
let accountIds: number[];
beforeAll(async () => {
  shop = await createShop({ isWorker: false });
  ({ token } = await createStaff(shop, ['statisticsPayment']));
  productIds = await Promise.all(Array.from({ length: 25 }, () => createTestProduct(shop)));
  accountIds = await Promise.all(Array.from({ length: 5 }, () => createTestAccount(shop.parts.db)));
});
afterAll(() => shop.close());

// The keys are the states. Of open checkouts an account has but one, and nobody has paid them.
const states = (Object.keys(ORDER_TRANSITIONS) as OrderState[]).filter(
  (state) => state !== 'creating' && state !== 'pending',
);

const anyOrder = fc
  .record({
    state: fc.constantFrom(...states),
    priceCents: fc.integer({ min: 50, max: 2_000_000 }),
    refundedShare: fc.constantFrom(0, 0, 0.1, 0.333, 1),
    // Some seconds before and after the days as well.
    paidAfterSeconds: fc.option(fc.integer({ min: -3, max: DAYS * 86_400 + 3 })),
    product: fc.nat(24),
    account: fc.nat(4),
    isLive: fc.boolean(),
  })
  .map(({ state, priceCents, isLive, ...order }) => ({
    state,
    priceCents,
    isLive,
    refundedCents: Math.floor(priceCents * order.refundedShare),
    paidAt: order.paidAfterSeconds === null ? null : new Date(FROM + order.paidAfterSeconds * 1000),
    product: order.product,
    account: order.account,
  }));

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const cents = (euro: number) => Math.round(euro * 100);
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

type Counted = { day: string; priceCents: number; net: number; productId: number; accountId: number };

function requireSums(statistics: PaymentStatistics, counted: Counted[]): void {
  const { days, totals, topProducts, otherProducts } = statistics;
  const net = sum(counted.map((order) => order.net));
  for (const { day, revenue, refunded, paidOrders } of days) {
    const ofDay = counted.filter((order) => order.day === day);
    expect([cents(revenue), cents(refunded), paidOrders]).toEqual([
      sum(ofDay.map((order) => order.net)),
      sum(ofDay.map((order) => order.priceCents - order.net)),
      ofDay.length,
    ]);
  }
  expect([cents(totals.revenue), cents(totals.refunded), totals.paidOrders]).toEqual([
    net,
    sum(counted.map(({ priceCents }) => priceCents)) - net,
    counted.length,
  ]);
  expect(totals.buyers).toBe(new Set(counted.map(({ accountId }) => accountId)).size);
  expect(sum(topProducts.map(({ revenue }) => cents(revenue))) + cents(otherProducts.revenue)).toBe(net);
  expect(sum(topProducts.map((product) => product.orders)) + otherProducts.orders).toBe(counted.length);
  const sold = new Set(counted.map(({ productId }) => productId)).size;
  expect(topProducts.length).toBe(Math.min(TOP_PRODUCTS, sold));
  expect(otherProducts.products).toBe(Math.max(0, sold - TOP_PRODUCTS));
}

test('sums by day, by product and in total are equal for any orders', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyOrder, { minLength: 1, maxLength: 60 }),
      fc.nat(DAYS - 1),
      async (given, length) => {
        await shop.parts.db.delete(orders);
        const rows = given.map(({ product, account, ...order }) => ({
          ...order,
          productId: productIds[product] ?? 0,
          accountId: accountIds[account] ?? 0,
        }));
        await writePastOrders(shop, rows);
        const [from, to] = [dayOf(FROM), dayOf(FROM + length * DAY_MS)];
        const counted = rows.flatMap((order) => {
          const day = order.paidAt === null || order.isLive ? '' : dayOf(order.paidAt.getTime());
          const isTakenBack = order.state === 'refunded' || order.state === 'charged_back';
          const net = isTakenBack ? 0 : order.priceCents - order.refundedCents;
          return day >= from && day <= to ? [{ ...order, day, net }] : [];
        });

        const response = await shop.call('GET', `/admin/statistics/payment?from=${from}&to=${to}`, { token });

        const statistics: PaymentStatistics = response.json();
        expect(statistics.days).toHaveLength(length + 1);
        requireSums(statistics, counted);
      },
    ),
    { numRuns: 40 },
  );
}, 400_000);

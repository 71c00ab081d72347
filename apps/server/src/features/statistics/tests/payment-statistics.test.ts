import type { PaymentStatistics } from '@waygate/contract/statistics/statistics.schemas';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders } from '#features/orders/orders.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { createStaff } from '#test/account-journeys.ts';
import { writePastOrders } from '#test/past-orders.ts';
import { useShop, startPaidOrder } from '#test/shop-journeys.ts';
import { readStatistics } from '#test/statistics.ts';

const shop = await useShop({ isWorker: false });
const { token } = await createStaff(shop, ['statisticsPayment']);

const read = (from: string, to: string): Promise<PaymentStatistics> =>
  readStatistics(shop, token, { kind: 'payment', from, to });

const setOrder = (id: number, changes: Partial<typeof orders.$inferInsert>) =>
  shop.parts.db.update(orders).set(changes).where(eq(orders.id, id));

describe('revenue', () => {
  const DAY = '2025-06-10';

  test('of a day decreases when one of its orders is refunded or charged back, however much later', async () => {
    const started = [await startPaidOrder(shop), await startPaidOrder(shop), await startPaidOrder(shop)];
    const [refunded, disputed] = started;
    for (const { orderId } of started) await setOrder(orderId, { paidAt: new Date(`${DAY}T12:00:00Z`) });
    expect((await read(DAY, DAY)).days).toEqual([{ day: DAY, revenue: 14.97, refunded: 0, paidOrders: 3 }]);

    const { books } = shop.stripe;
    books.refund(refunded?.sessionId ?? '', 100);
    await settleOrder(shop.parts, refunded?.orderId ?? 0);
    expect((await read(DAY, DAY)).days).toEqual([{ day: DAY, revenue: 13.97, refunded: 1, paidOrders: 3 }]);

    books.dispute(disputed?.sessionId ?? '', 'needs_response');
    await settleOrder(shop.parts, disputed?.orderId ?? 0);
    expect((await read(DAY, DAY)).totals.revenue).toBe(13.97);
    books.dispute(disputed?.sessionId ?? '', 'lost');
    await settleOrder(shop.parts, disputed?.orderId ?? 0);
    books.refund(refunded?.sessionId ?? '');
    await settleOrder(shop.parts, refunded?.orderId ?? 0);
    const { days, totals, topProducts } = await read(DAY, DAY);
    expect(days).toEqual([{ day: DAY, revenue: 4.99, refunded: 9.98, paidOrders: 3 }]);
    expect(totals).toEqual({ revenue: 4.99, refunded: 9.98, paidOrders: 3, buyers: 3 });
    expect(topProducts.map(({ orders: sold, revenue }) => [sold, revenue])).toEqual([
      [1, 4.99],
      [1, 0],
      [1, 0],
    ]);
  });

  test('counts on the day of the payment, from midnight to midnight in UTC', async () => {
    const times = [
      '2024-02-27T23:59:59.999Z',
      '2024-02-28T00:00:00.000Z',
      '2024-02-29T23:59:59.999Z',
      '2024-03-01T00:00:00.000Z',
    ];
    await writePastOrders(
      shop,
      times.map((time) => ({ paidAt: new Date(time), createdAt: new Date('2020-01-01') })),
    );
    const { days, totals } = await read('2024-02-28', '2024-02-29');
    expect(days.map(({ day, paidOrders }) => [day, paidOrders])).toEqual([
      ['2024-02-28', 1],
      ['2024-02-29', 1],
    ]);
    expect(totals).toEqual({ revenue: 9.98, refunded: 0, paidOrders: 2, buyers: 1 });
  });

  test('of sandbox payments is never mixed with real revenue', async () => {
    const paidAt = new Date('2023-05-05T05:05:00Z');
    await writePastOrders(shop, [
      { paidAt, priceCents: 100 },
      { paidAt, priceCents: 1000, provider: 'sandbox' },
      { paidAt, priceCents: 10_000, isLive: true },
    ]);
    const { isLive, totals } = await read('2023-05-05', '2023-05-05');
    expect([isLive, totals.revenue]).toEqual([false, 1]);
  });

  test('excludes unpaid orders', async () => {
    await writePastOrders(shop, [
      { state: 'expired', createdAt: new Date('2022-07-07T07:00:00Z') },
      { state: 'review', createdAt: new Date('2022-07-07T08:00:00Z') },
      { state: 'expired', createdAt: new Date('2022-07-08T00:00:00Z') },
    ]);
    const { totals, byState } = await read('2022-07-07', '2022-07-07');
    expect(totals).toEqual({ revenue: 0, refunded: 0, paidOrders: 0, buyers: 0 });
    expect(byState).toEqual([
      { state: 'expired', orders: 1 },
      { state: 'review', orders: 1 },
    ]);
  });
});

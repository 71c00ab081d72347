import type { PaymentStatistics } from '@waygate/contract/statistics/statistics.schemas';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { referrals } from '#features/referrals/referrals.tables.ts';
import { createStaff } from '#test/account-journeys.ts';
import { createTestAccount } from '#test/factories.ts';
import { writePastOrders } from '#test/past-orders.ts';
import { useShop } from '#test/shop-journeys.ts';
import { readStatistics } from '#test/statistics.ts';

const shop = await useShop({ isWorker: false });
const { token } = await createStaff(shop, ['statisticsPayment']);

const read = (from: string, to: string): Promise<PaymentStatistics> =>
  readStatistics(shop, token, { kind: 'payment', from, to });

async function visit(changes: Partial<typeof referrals.$inferInsert> = {}): Promise<number> {
  const [row] = await shop.parts.db
    .insert(referrals)
    .values({
      viewerId: 'viewer',
      landingUrl: 'https://play.example/',
      landingHash: Buffer.from(crypto.randomUUID()),
      recordedOn: '2025-09-10',
      visitedAt: new Date('2025-09-10T10:00:00Z'),
      source: 'youtube',
      campaign: 'autumn',
      content: 'video-1',
      ...changes,
    })
    .returning({ id: referrals.id });
  return row?.id ?? 0;
}

async function playerFrom(referralId: number): Promise<number> {
  const accountId = await createTestAccount(shop.parts.db);
  await shop.parts.db.update(accounts).set({ referralId }).where(eq(accounts.id, accountId));
  return accountId;
}

test('campaigns are tracked from the click to what their players have paid so far', async () => {
  const [first] = [await visit(), await visit(), await visit({ recordedOn: '2025-09-30' })];
  const other = await visit({ campaign: null, content: 'video-2' });
  await visit({ recordedOn: '2025-08-31' });
  const [buyer, sibling, browser] = [
    await playerFrom(first),
    await playerFrom(first),
    await playerFrom(other),
  ];
  const paidAt = new Date('2026-02-01T10:00:00Z');
  await writePastOrders(shop, [
    { accountId: buyer, paidAt, priceCents: 1000 },
    { accountId: buyer, paidAt, priceCents: 1000, state: 'partially_refunded', refundedCents: 250 },
    { accountId: buyer, paidAt, priceCents: 5000, state: 'charged_back' },
    { accountId: sibling, paidAt: null, priceCents: 9000, state: 'expired' },
    { accountId: browser, paidAt, priceCents: 9000, isLive: true },
  ]);

  const { campaigns, campaignTotals, totals } = await read('2025-09-01', '2025-09-30');

  expect(campaigns).toEqual([
    {
      source: 'youtube',
      campaign: 'autumn',
      content: 'video-1',
      clicks: 3,
      registrations: 2,
      buyers: 1,
      revenue: 17.5,
    },
    {
      source: 'youtube',
      campaign: '',
      content: 'video-2',
      clicks: 1,
      registrations: 1,
      buyers: 0,
      revenue: 0,
    },
  ]);
  expect(campaignTotals).toEqual({ campaigns: 2, clicks: 4, registrations: 3, buyers: 1, revenue: 17.5 });
  expect(totals.paidOrders).toBe(0);
});

test('campaigns beyond fifty are summed up', async () => {
  for (let index = 0; index < 55; index += 1)
    await visit({ recordedOn: '2025-04-04', content: `video-${index}` });
  const { campaigns, campaignTotals } = await read('2025-04-04', '2025-04-04');
  expect(campaigns).toHaveLength(50);
  expect(campaignTotals).toMatchObject({ campaigns: 55, clicks: 55 });
});

import type { Section } from '@waygate/contract/permissions';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createOwner, usePortal, createSignedInPlayer, createStaff } from '#test/account-journeys.ts';

const portal = await usePortal();

const KINDS = ['game', 'payment', 'character'] as const;
const SECTIONS = {
  game: 'statisticsGame',
  payment: 'statisticsPayment',
  character: 'statisticsCharacter',
} satisfies Record<(typeof KINDS)[number], Section>;

const ask = (kind: string, token?: string, period = 'from=2026-11-01&to=2026-11-30') =>
  portal.call('GET', `/admin/statistics/${kind}?${period}`, { ...(token && { token }) });

test.each(KINDS)('the %s statistics are limited to staff of their section and the owner', async (kind) => {
  const others = KINDS.filter((other) => other !== kind).map((other) => SECTIONS[other]);
  const [player, staff, holder, owner] = [
    await createSignedInPlayer(portal),
    await createStaff(portal, [...others, 'users', 'orders']),
    await createStaff(portal, [SECTIONS[kind]]),
    await createOwner(portal),
  ];
  const statuses = [undefined, player.token, staff.token, holder.token, owner.token].map(
    async (token) => (await ask(kind, token)).statusCode,
  );
  expect(await Promise.all(statuses)).toEqual([401, 403, 403, 200, 200]);
});

test.each(KINDS)('the %s statistics refuse invalid periods', async (kind) => {
  const { token } = await createOwner(portal);
  const periods = [
    '',
    'from=2026-11-01',
    'from=2026-11-02&to=2026-11-01',
    'from=2025-01-01&to=2026-01-02',
    'from=2026-02-30&to=2026-03-01',
    'from=0000-01-01&to=0000-01-02',
    'from=yesterday&to=today',
    'from=2026-11-01&from=2026-11-02&to=2026-11-03',
  ];
  for (const period of periods) {
    const response = await ask(kind, token, period);
    expect([period, response.statusCode]).toEqual([period, 400]);
    expect(response.json()).toMatchObject({ code: 'validation_failed', fields: expect.any(Object) });
  }
  expect((await ask(kind, token, 'from=9999-12-31&to=9999-12-31')).statusCode).toBe(200);
});

test('a future period has no days, and an idle one is all zeros', async () => {
  const { token } = await createOwner(portal);
  const read = async (kind: string, period: string) => (await ask(kind, token, period)).json();
  const [future, past] = ['from=2999-01-01&to=2999-12-31', 'from=2001-02-27&to=2001-03-01'];
  const { rows } = await portal.parts.db.execute<{ count: number }>(
    sql`select count(*)::int as count from accounts`,
  );
  const accounts = rows[0]?.count;
  const nobody = { registrations: 0, signIns: 0, activePlayers: 0 };
  const nothing = { revenue: 0, refunded: 0, paidOrders: 0 };
  expect(await read('game', future)).toEqual({ days: [], totals: { ...nobody, accounts } });
  expect(await read('game', past)).toEqual({
    days: ['2001-02-27', '2001-02-28', '2001-03-01'].map((day) => ({ day, ...nobody })),
    totals: { ...nobody, accounts },
  });
  const noPayment = {
    isLive: true,
    days: [],
    totals: { ...nothing, buyers: 0 },
    byState: [],
    topProducts: [],
    otherProducts: { products: 0, orders: 0, revenue: 0 },
    campaigns: [],
    campaignTotals: { campaigns: 0, clicks: 0, registrations: 0, buyers: 0, revenue: 0 },
  };
  expect(await read('payment', future)).toEqual(noPayment);
  expect(await read('payment', past)).toEqual({
    ...noPayment,
    days: ['2001-02-27', '2001-02-28', '2001-03-01'].map((day) => ({ day, ...nothing })),
  });
  expect(await read('character', past)).toEqual({
    characters: 0,
    accounts: 0,
    byLevel: [],
    byClass: [],
    lastReportAt: null,
  });
});

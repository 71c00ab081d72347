import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { type BridgePortal, createBridgePortal } from '#test/bridge.ts';
import { readStatistics } from '#test/statistics.ts';

let portal: BridgePortal;
let token: string;
beforeEach(async () => {
  portal = await createBridgePortal();
  ({ token } = await createStaff(portal, ['statisticsCharacter']));
});
afterEach(() => portal.close());

const today = () => new Date().toISOString().slice(0, 10);

const read = (from = today(), to = today()) => readStatistics(portal, token, { kind: 'character', from, to });

const report = async (characters: object[]) => {
  const { id } = await createSignedInPlayer(portal);
  const body = { accounts: [{ accountDBID: id, characters }] };
  expect((await portal.bridge('PUT', 'characters', { body })).statusCode).toBe(200);
  return id;
};

test('levels and classes match the game’s reports', async () => {
  await report([
    { name: 'Kara', level: 12, class: 'Warden' },
    { name: 'Oren', level: 40, class: 'Stormcaller' },
  ]);
  await report([
    { name: 'Mira', level: 13, class: 'Warden' },
    { name: 'Tess', level: 13, class: 'Warden' },
  ]);
  const statistics = await read();
  expect(statistics).toEqual({
    characters: 4,
    accounts: 2,
    byLevel: [
      { from: 1, to: 5, characters: 0 },
      { from: 6, to: 10, characters: 0 },
      { from: 11, to: 15, characters: 3 },
      { from: 16, to: 20, characters: 0 },
      { from: 21, to: 25, characters: 0 },
      { from: 26, to: 30, characters: 0 },
      { from: 31, to: 35, characters: 0 },
      { from: 36, to: 40, characters: 1 },
    ],
    byClass: [
      { class: 'Warden', characters: 3, averageLevel: 12.7 },
      { class: 'Stormcaller', characters: 1, averageLevel: 40 },
    ],
    lastReportAt: expect.any(String),
  });
  expect(Date.now() - Date.parse(statistics.lastReportAt)).toBeLessThan(10_000);
});

test('the period selects by the last report, from midnight to midnight in UTC', async () => {
  const id = await report(['a', 'b', 'c', 'd'].map((name) => ({ name, level: 1, class: 'Warden' })));
  const times = {
    a: '2026-03-01T23:59:59.999999Z',
    b: '2026-03-02T00:00:00Z',
    c: '2026-03-03T23:59:59.999999Z',
    d: '2026-03-04T00:00:00Z',
  };
  for (const [name, time] of Object.entries(times))
    await portal.parts.db.execute(
      sql`update characters set reported_at = ${time} where account_id = ${id} and name = ${name}`,
    );
  expect(await read('2026-03-02', '2026-03-03')).toMatchObject({
    characters: 2,
    accounts: 1,
    lastReportAt: '2026-03-04T00:00:00.000Z',
  });
});

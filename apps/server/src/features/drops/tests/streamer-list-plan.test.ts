import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#test/database.ts';
import { createFilledDatabase, heroes, plansDuring, rowsReadBy } from '#test/plans.ts';
import { selectStreamers } from '#features/drops/admin/drops.admin.queries.ts';

const LINKS = 50_000;
const STREAMERS = 2000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    ...heroes(LINKS),
    // Nearly all names have a word in common.
    `insert into twitch_links (account_id, twitch_user_id, login, display_name, twitch_created_at)
     select n, 900000 + n, 'Streamer_' || n, 'Streamer ' || n, now() from generate_series(1, ${LINKS}) n`,
    `insert into twitch_streamers (account_id, decision, needs_new_link, key_id, expires_at, requested_at)
     select n, 'approved', true, 'test', now(), now() - n * interval '1 minute' from generate_series(1, ${STREAMERS}) n`,
  );
}, 240_000);
afterAll(() => database.drop());

const FIRST = { page: 1, pageSize: '10', isAscending: false, tickSeconds: 60, keys: undefined } as const;

const find = (search: string) => selectStreamers(database.db, { ...FIRST, search });

const rowsReadFor = async (search: string) => {
  const plans = await plansDuring(database, (db) => selectStreamers(db, { ...FIRST, search }));
  return plans.reduce((sum, plan) => sum + rowsReadBy(plan), 0);
};

test.each(['streamer_1234', 'STREAMER_199', 'hero_1234', '901234', 'r_1234', 'nobody', 'zq'])(
  'a search of streamers for %s reads only what it may find',
  async (search) => {
    // At most the few streamers themselves, for the page and for their number, and none of the links beside.
    expect(await rowsReadFor(search)).toBeLessThan(2 * STREAMERS + 500);
  },
);

test('what nearly all have in their names is tested streamer by streamer until the page is full', async () => {
  expect(await rowsReadFor('streamer_')).toBeLessThan(LINKS / 2);
});

test('a search finds streamers by any part of both names, and by both ids', async () => {
  const found = async (search: string) => (await find(search)).rows.map(({ accountId }) => accountId);
  expect(await found('Streamer_1234')).toEqual([1234]);
  expect(await found('ro_1234')).toEqual([1234]);
  expect(await found('mer_123')).toEqual([123, ...Array.from({ length: 9 }, (_, n) => 1230 + n)]);
  expect(await found('901234')).toEqual([1234]);
  expect(await found('1500')).toEqual([1500]);
  expect(await found('streamer_2345')).toEqual([]);
  expect((await find('aemer_')).totals).toEqual({ total: 0, totalIsExact: true });
  expect((await find('eamer_')).totals).toEqual({ total: 1000, totalIsExact: false });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { fill, scansDuring } from '#test/plans.ts';
import { insertCredits } from '#features/drops/credits.queries.ts';
import { dayOf } from '#features/drops/sampling.rules.ts';

const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z') / 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fill(
    database,
    `insert into twitch_seasons (name, starts_at) values ('Season', '2026-11-01')`,
    `insert into twitch_links (account_id, twitch_user_id, login, display_name)
     select n, 't' || n, 'login' || n, 'Name ' || n from generate_series(1, 100000) n`,
    `insert into drop_minutes (account_id, kind, minute, channel_id)
     select n, 'viewer', ${MIDNIGHT} - m, 0 from generate_series(1, 100000) n, generate_series(1, 4) m`,
    `insert into drop_totals (account_id, kind, season_id, minutes, day, day_minutes)
     select n, 'viewer', 1, 5, '2026-11-20', 1 from generate_series(1, 100000) n`,
  );
}, 120_000);
afterAll(() => database.drop());

test.each([
  ['of today', MIDNIGHT + 5, null],
  ['of a gap before midnight', MIDNIGHT - 5, MIDNIGHT - 4],
])('a minute %s is credited to thousands by keys alone', async (_, minute, since) => {
  const numbers = Array.from({ length: 5000 }, (__, index) => 1 + index * 19);
  const scans = await scansDuring(database, (db) =>
    // Its statements are looked at one by one, so it can be no transaction.
    insertCredits(db as unknown as Transaction, {
      kind: 'viewer',
      minute,
      day: dayOf(minute, 60),
      seasonId: 1,
      dailyCap: 240,
      since,
      people: numbers.map((number) => `t${number}`),
      channels: numbers.map(() => 0),
    }),
  );
  expect(scans).toContain('Index Scan drop_totals_pkey');
  expect(scans.filter((scan) => scan.startsWith('Seq Scan'))).toEqual([]);
  const ofDay = scans.filter((scan) => scan.endsWith('Only Scan drop_minutes_pkey'));
  expect(ofDay).not.toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { fill, scansDuring } from '#test/plans.ts';
import { insertCredits, insertMissedMinute } from '#features/drops/credits.queries.ts';
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
    `insert into bans (account_id, description, ends_at, is_active)
     select n, 'Ended', '2026-01-01', n % 2 = 0 from generate_series(1, 100000) n`,
    `insert into drop_minutes (account_id, kind, minute, channel_id)
     select n, 'viewer', ${MIDNIGHT} - m, 0 from generate_series(1, 100000) n, generate_series(1, 4) m`,
    `insert into drop_totals (account_id, kind, season_id, minutes, day, day_minutes)
     select n, 'viewer', 1, 5, '2026-11-20', 1 from generate_series(1, 100000) n`,
  );
}, 400_000);
afterAll(() => database.drop());

const numbers = Array.from({ length: 5000 }, (_, index) => 1 + index * 19);
const termsOf = (minute: number) =>
  ({ kind: 'viewer', minute, day: dayOf(minute, 60), seasonId: 1, dailyCap: 240 }) as const;

test.each<[string, (tx: Transaction) => Promise<unknown>]>([
  [
    'of today',
    (tx) =>
      insertCredits(tx, {
        ...termsOf(MIDNIGHT + 5),
        people: numbers.map((number) => `t${number}`),
        channels: numbers.map(() => 0),
        since: numbers.map(() => MIDNIGHT + 1),
      }),
  ],
  [
    'of a gap before midnight',
    (tx) =>
      insertMissedMinute(tx, {
        ...termsOf(MIDNIGHT - 5),
        missed: numbers.map((accountId) => ({ accountId, channelId: 0, last: MIDNIGHT - 6 })),
      }),
  ],
])('a minute %s is credited to thousands by keys alone', async (_, credit) => {
  const scans = await scansDuring(database, (db) =>
    // Its statements are looked at one by one, so it can be no transaction.
    credit(db as unknown as Transaction),
  );
  expect(scans).toContain('Index Scan drop_totals_pkey');
  expect(scans.filter((scan) => scan.startsWith('Seq Scan'))).toEqual([]);
  const ofDay = scans.filter((scan) => scan.endsWith('Only Scan drop_minutes_pkey'));
  expect(ofDay).not.toEqual([]);
});

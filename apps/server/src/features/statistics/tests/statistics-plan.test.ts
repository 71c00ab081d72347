import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type Plan, plansDuring, stepsOf, writeUnchecked } from '#test/plans.ts';
import {
  countAccountsWithCharacters,
  selectCharacterCounts,
  selectLastReport,
} from '#features/statistics/admin/character-statistics.queries.ts';
import { insertFinishedDays } from '#features/statistics/finished-days.queries.ts';
import { countDifferentPlayers, selectGameDays } from '#features/statistics/admin/game-statistics.queries.ts';
import {
  countBuyers,
  selectCampaigns,
  selectOrdersByState,
  selectPaid,
} from '#features/statistics/admin/payment-statistics.queries.ts';
import type { Period } from '#features/statistics/admin/period.ts';

const MANY = 100_000;
/** How many days what happened is spread over. */
const SPREAD = 1500;

/** What grows with players and with trade; days and products stay few. */
const BIG = ['accounts', 'account_search', 'activity_days', 'orders', 'referrals', 'characters'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await writeUnchecked(database, ...rowsOf);
  await insertFinishedDays(database.db);
  // Vacuumed as the server does by itself: only then indexes answer alone.
  await database.db.execute(sql`vacuum analyze`);
}, 240_000);
afterAll(() => database.drop());

const rowsOf = [
  `insert into accounts (user_name, email, password_hash, registered_at, referral_id)
   select 'player_' || n, n || '@a.example', repeat('-', 90), now() - (n % ${SPREAD}) * interval '1 day',
     case when n % 10 = 0 then n end
   from generate_series(1, ${MANY}) n`,
  `insert into account_search select id, lower(user_name), lower(email), registered_at from accounts`,
  `insert into activity_days (day, account_id, previous_day, sign_ins)
   select current_date - d, n, current_date - d - 1 - n % 300, 1
   from generate_series(0, 19) d, generate_series(1, ${MANY / 20}) n`,
  `insert into products (storefront, name, price_cents) select 'shop', 'Product ' || n, 499 from generate_series(1, 50) n`,
  `insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at, paid_at, created_at, reference)
   select n, n % 50 + 1, 'Product', 499, 'stripe', true, 'paid', now(), at, at, 'order-' || n
   from (select n, now() - (n % ${SPREAD}) * interval '1 day' as at from generate_series(1, ${MANY}) n) paid`,
  `insert into referrals (viewer_id, landing_url, landing_hash, recorded_on, visited_at, source, content)
   select 'viewer-' || n, 'https://play.example/', sha256(n::text::bytea), current_date - n % ${SPREAD}, now(), 'youtube', 'video-' || n % 100
   from generate_series(1, ${MANY}) n`,
  `insert into characters (account_id, name, level, class, reported_at)
   select n, 'Kara', n % 60 + 1, 'Class ' || n % 8, now() - (n % ${SPREAD}) * interval '1 day'
   from generate_series(1, ${MANY}) n`,
];

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const WEEK = { from: dayAgo(6), to: dayAgo(0) };
const YEAR = { from: dayAgo(365), to: dayAgo(0) };
const books = { name: 'stripe', isLive: true } as const;

const QUESTIONS: [name: string, (db: Db, period: Period) => Promise<unknown>][] = [
  ['days', selectGameDays],
  ['different players', countDifferentPlayers],
  ['revenue', (db, period) => selectPaid(db, { period, books })],
  ['buyers', (db, period) => countBuyers(db, { period, books })],
  ['states', (db, period) => selectOrdersByState(db, { period, books })],
  ['campaigns', (db, period) => selectCampaigns(db, { period, books, limit: 50 })],
  ['levels', selectCharacterCounts],
  ['accounts with characters', countAccountsWithCharacters],
  ['last report', selectLastReport],
];

/** The plan of the very statement, with what it did. */
async function explain(ask: (db: Db) => Promise<unknown>): Promise<Plan> {
  const [plan] = await plansDuring(database, ask);
  if (!plan) throw new Error('Nothing was asked.');
  return plan;
}

function scansOf(plan: Plan): Plan[] {
  return stepsOf(plan).filter((step) => step['Relation Name']);
}

const isBig = (node: Plan) => BIG.includes(node['Relation Name'] ?? '');

describe('a week within years of history', () => {
  test.each(QUESTIONS)('reads the %s through an index', async (_, ask) => {
    const scans = scansOf(await explain((db) => ask(db, WEEK)));
    const whole = scans.filter((node) => node['Node Type'] === 'Seq Scan');
    expect(scans.length).toBeGreaterThan(0);
    expect(whole.filter(isBig)).toEqual([]);
  });
});

describe('a year', () => {
  test.each(QUESTIONS.slice(0, 2))(
    'reads the %s from what was counted, and the activity of today alone',
    async (_, ask) => {
      const plan = await explain((db) => ask(db, YEAR));
      const ofPlayers = scansOf(plan).filter(isBig);
      expect(ofPlayers.length).toBeGreaterThan(0);
      for (const node of ofPlayers) {
        expect(node['Node Type']).not.toBe('Seq Scan');
        expect(node['Actual Rows']).toBeLessThanOrEqual(MANY / 20);
      }
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(3000);
    },
  );

  test.each(QUESTIONS.slice(2, 5))('reads the %s from an index only', async (_, ask) => {
    const scans = scansOf(await explain((db) => ask(db, YEAR)));
    const ofOrders = scans.filter((node) => node['Relation Name'] === 'orders');
    expect(new Set(ofOrders.map((node) => node['Node Type']))).toEqual(new Set(['Index Only Scan']));
  });
});

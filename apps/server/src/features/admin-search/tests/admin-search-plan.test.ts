import { SEARCH_KINDS } from '@waygate/contract/admin-search/admin-search.schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectHits } from '#features/admin-search/admin-search.queries.ts';
import { searchTermsOf } from '#features/admin-search/search-terms.ts';
import type { TestDatabase } from '#test/database.ts';
import { testViewer } from '#test/factories.ts';
import {
  createFilledDatabase,
  heroesWithStaff,
  keptPlanOf,
  plansDuring,
  scansDuring,
  stepsOf,
} from '#test/plans.ts';

const ROWS = 20_000;
const PRODUCTS = 20_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    ...heroesWithStaff(30),
    `update accounts set last_ip = '10.0.' || id / 250 || '.' || id % 250`,
    `insert into products (storefront, name, new_name, price_cents)
     select 'shop', 'Thing number ' || n, nullif('Great ' || n, 'Great 7'), 499 from generate_series(1, ${PRODUCTS}) n`,
    `insert into product_lines (product_id, position, kind, quantity, item_id, label)
     select n, 1, 'item', 1, 7000 + n, 'Sword of ' || to_hex(n * 7919) from generate_series(1, ${PRODUCTS}) n`,
    `insert into product_line_items (product_id, position, server_id, item_id)
     select n, 1, 2, 90000 + n from generate_series(1, ${PRODUCTS}) n`,
    `insert into twitch_rewards (season, type, title, required_minutes, item_id)
     select 1, 'viewer', 'Reward ' || to_hex(n * 7919), n, 7000 + n from generate_series(1, ${PRODUCTS}) n`,
    `insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, reference, state,
                         session_id, payment_intent_id, expires_at)
     select 1 + n % 20000, 1, 'Chest', 499, 'stripe', true, 'waygate-' || n, 'paid', 'cs_' || n, 'pi_' || n, now()
     from generate_series(1, ${ROWS}) n`,
    `insert into characters (account_id, name, level, class)
     select 1 + n / 3, (array['Kara', 'Hero', 'Orthas'])[1 + n % 3] || n, 1 + n % 60, 'Warden'
     from generate_series(0, ${ROWS} - 1) n`,
    `insert into news (title, body, body_html, status)
     select 'Article of ' || to_hex(n * 7919), '', '', 'draft' from generate_series(1, ${PRODUCTS}) n`,
    `insert into patch_notes (title, version, release_date, body, body_html, status)
     select 'Notes of ' || to_hex(n * 7919), '1.' || n, '2026-11-05', '', '', 'draft' from generate_series(1, ${PRODUCTS}) n`,
  );
}, 240_000);
afterAll(() => database.drop());

const owner = testViewer({ accountId: 1, permission: 32 });
/** Of thirty staff members, this one may edit none of the others. */
const staff = { ...owner, accountId: 2, permission: 0, webMgt: 2 };

/** A common beginning, a rare one, ids, references, and texts that nothing is called by. */
const TEXTS = [
  'hero',
  'h',
  'hero_1f3a',
  '4711',
  '#4711',
  '47110@ex',
  '10.0.18.211',
  'cs_4711',
  'pi_4711',
  'waygate-4711',
  '1f3a',
  'zzzz',
  '%',
  '__',
  'ab',
];

const searchFor = (text: string, viewer = owner, serverId?: number) => ({
  terms: searchTermsOf(text),
  viewer,
  kinds: SEARCH_KINDS,
  hasContacts: true,
  serverId,
});

test.each(TEXTS)('a search for %j reads no table from end to end, and few rows', async (text) => {
  for (const search of [searchFor(text), searchFor(text, staff), searchFor(text, owner, 2)]) {
    expect((await scansDuring(database, (db) => selectHits(db, search))).filter(isWhole)).toEqual([]);
    const steps = (await plansDuring(database, (db) => selectHits(db, search))).flatMap(stepsOf);
    const read = steps.map((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...read)).toBeLessThan(1000);
  }
});

test.each(['hero', '4711', '47110@ex', '10.0.18.211', 'pi_4711', '1f3a', 'zzzz'])(
  'the plan that is kept for any text reads few rows for %j too',
  async (text) => {
    for (const search of [searchFor(text), searchFor(text, staff)]) {
      const steps = stepsOf(await keptPlanOf(database, (db) => selectHits(db, search)));
      const read = steps.map((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0));
      expect(Math.max(...read)).toBeLessThan(1000);
    }
  },
);

test('a search is one statement', async () => {
  expect(await plansDuring(database, (db) => selectHits(db, searchFor('hero')))).toHaveLength(1);
});

const SMALL = ['game_servers', 'bans', 'twitch_reward_items'];

function isWhole(scan: string): boolean {
  return scan.startsWith('Seq Scan') && !SMALL.some((table) => scan.endsWith(` ${table}`));
}

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectBenefits } from '#features/benefits/admin/benefits.queries.ts';
import type { Db } from '#platform/db/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { createFilledDatabase, plansDuring, scansDuring, stepsOf, writeUnchecked } from '#test/plans.ts';
import { selectCharacterList } from '#features/deliveries/admin/character-list.queries.ts';
import { selectInventory } from '#features/deliveries/admin/inventory.queries.ts';

const ACCOUNTS = 60_000;
const ROWS = 300_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    'alter table accounts enable always trigger accounts_search_added',
    `insert into accounts (user_name, email, password_hash)
     select 'hero_' || n, 'hero' || n || '@example.com', 'none' from generate_series(1, ${ACCOUNTS}) n`,
    `insert into characters (account_id, name, level, class)
     select 1 + n / 5, (array['Kara', 'Belwyn', 'Orthas', 'Mirna', 'Thaldor'])[1 + n % 5] || n, 1 + n % 60, 'Warden'
     from generate_series(0, ${ROWS} - 1) n`,
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, settled_at)
     select 1 + n / 5, 'key:' || n, 'grant', 'item', 7000 + n % 3000, 1,
            (array['applied', 'applied', 'cancelled', 'pending'])[1 + n % 4], now()
     from generate_series(0, ${ROWS} - 1) n`,
    `insert into account_benefits (account_id, benefit_id, available_until, grant_key)
     select 1 + n / 5, 1 + n % 40, now() + n * interval '1 minute', 'key:' || n
     from generate_series(0, ${ROWS} - 1) n`,
  );
}, 240_000);
afterAll(() => database.drop());

const FIRST = { page: 1, pageSize: '10' } as const;
const DEEP = { page: 500, pageSize: 'all' } as const;

describe('every page and count reads the large tables through an index', () => {
  const SEARCHES = [
    '',
    '1',
    '77',
    '7042',
    '12345',
    'hero',
    'hero_1234',
    'Kara',
    'orthas123',
    'ka',
    'zzz',
    'zq',
    '%',
  ];

  test.each(SEARCHES)('of characters, searched for %j', async (search) => {
    for (const sort of ['name', '-name', 'level', '-level', 'accountDBID', '-accountDBID'] as const) {
      expect(await wholeReads((db) => selectCharacterList(db, { ...FIRST, search, sort }))).toEqual([]);
    }
  });

  test.each(SEARCHES)('of the inventory, searched for %j', async (search) => {
    for (const sort of ['accountDBID', '-accountDBID'] as const) {
      expect(await wholeReads((db) => selectInventory(db, { ...FIRST, search, sort }))).toEqual([]);
    }
  });

  test.each(SEARCHES)('of benefits, searched for %j', async (search) => {
    for (const sort of ['accountDBID', '-benefitId', 'availableUntil', '-availableUntil'] as const) {
      expect(await wholeReads((db) => selectBenefits(db, { ...FIRST, search, sort }))).toEqual([]);
    }
  });

  test('of one account, and far down an unfiltered list', async () => {
    const ofOne = { ...FIRST, search: '', account: 500 };
    for (const listing of [ofOne, { ...ofOne, ...DEEP, account: undefined }]) {
      const reads = [
        await wholeReads((db) => selectCharacterList(db, { ...listing, sort: 'name' })),
        await wholeReads((db) => selectInventory(db, { ...listing, sort: 'accountDBID' })),
        await wholeReads((db) => selectBenefits(db, { ...listing, sort: 'benefitId' })),
      ];
      expect(reads).toEqual([[], [], []]);
    }
  });
});

test.each(['7042', '77', 'hero_1234'])(
  'the inventory searched for %j looks through no names but those it finds',
  async (search) => {
    const scans = await scansDuring(database, (db) =>
      selectInventory(db, { ...FIRST, search, sort: 'accountDBID' }),
    );
    expect(scans).not.toContain('Index Scan account_search_pkey');
    expect(scans).not.toContain('Seq Scan account_search');
    expect(scans).not.toContain('Index Scan deliveries_held_item_idx');
  },
);

test('an item in the inventory is found in its index alone', async () => {
  const scans = await scansDuring(database, (db) =>
    selectInventory(db, { ...FIRST, search: '7042', sort: 'accountDBID' }),
  );
  expect(scans).toContain('Index Only Scan deliveries_held_item_idx');
});

test('an inventory page adds up only the rows it shows', async () => {
  const plans = await plansDuring(database, (db) =>
    selectInventory(db, { ...FIRST, search: '', sort: '-accountDBID' }),
  );
  const blocks = plans.map((plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
  expect(blocks).toHaveLength(2);
  expect(Math.min(...blocks)).toBeLessThan(500);
  expect(Math.max(...blocks)).toBeLessThan(5000);
});

test('an item that many have is read in the order of the list', async () => {
  // A hundred accounts have each item; here are ten thousand that have one more.
  await writeUnchecked(
    database,
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, settled_at)
     select n, 'common:' || n, 'grant', 'item', 99042, 1, 'applied', now() from generate_series(1, 10000) n`,
    'analyze deliveries',
  );
  const { rows } = await database.db.execute<{ version: number }>(
    sql`select current_setting('server_version_num')::int as version`,
  );
  // Before PostgreSQL 16, no distinct rows are read along an index until there are enough: all of the item are.
  const mostCounted = Number(rows[0]?.version) < 160_000 ? 10_001 : 1100;
  for (const sort of ['accountDBID', '-accountDBID'] as const) {
    const plans = await plansDuring(database, (db) =>
      selectInventory(db, { ...FIRST, search: '99042', sort }),
    );
    const [page = 0, count = 0] = plans
      .map((plan) => stepsOf(plan).filter((step) => step['Index Name'] === 'deliveries_held_item_idx'))
      .map((steps) => Math.max(...steps.map((step) => step['Actual Rows'])));
    expect(page).toBeLessThan(100);
    expect(count).toBeLessThan(mostCounted);
  }
});

/** The large tables of which these statements read all rows. */
async function wholeReads(list: (db: Db) => Promise<unknown>): Promise<string[]> {
  const scans = await scansDuring(database, list);
  return scans.filter((scan) => /^Seq Scan (characters|deliveries|account_benefits)$/.test(scan));
}

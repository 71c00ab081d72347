import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccountsNamed } from '#features/accounts/account-search.service.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { fill, scansOf } from '#test/plans.ts';
import {
  type DeliveryFilter,
  selectAdminDeliveries,
  selectMatchingDeliveries,
} from './deliveries.admin.queries.ts';

const ACCOUNTS = 20_000;
const DELIVERIES = 300_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fill(
    database,
    `insert into accounts (user_name, email, password_hash)
     select 'hero_' || n, 'hero_' || n || '@example.com', 'none' from generate_series(1, ${ACCOUNTS}) n`,
    `insert into account_search (account_id, user_name, email, registered_at)
     select id, lower(user_name), lower(email), registered_at from accounts`,
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, order_id, state)
     select 1 + n % ${ACCOUNTS}, 'key:' || n, 'grant', 'item', 7, 1, n / 3,
            case n % 5000 when 0 then 'dead' when 1 then 'pending' when 2 then 'leased' when 3 then 'cancelled' else 'applied' end
     from generate_series(1, ${DELIVERIES}) n`,
  );
});
afterAll(() => database.drop());

const RARE: [string, Partial<DeliveryFilter>][] = [
  ['the dead ones', {}],
  ['those that wait', { state: 'pending' }],
  ['those that the game has', { state: 'leased' }],
  ['those that were cancelled', { state: 'cancelled' }],
  ['those of one account', { state: 'applied', account: 77 }],
  ['all of one account', { state: 'all', account: 77 }],
  ['what an id may mean', { state: 'applied', search: '4711' }],
  ['an account by its name', { state: 'applied', search: 'HERO_4711' }],
];

const COMMON: [string, Partial<DeliveryFilter>][] = [
  ['all of them', { state: 'all' }],
  ['those that were applied', { state: 'applied' }],
  ['any of twenty thousand names', { state: 'applied', search: 'hero' }],
];

async function filterOf(changes: Partial<DeliveryFilter>): Promise<DeliveryFilter> {
  const search = changes.search ?? '';
  return { state: 'dead', ...changes, search, named: await findAccountsNamed(database.db, search) };
}

test.each([...RARE, ...COMMON])('a page of %s is read by indexes alone', async (_, changes) => {
  const { db } = database;
  const filter = await filterOf(changes);
  const page = selectAdminDeliveries(db, { ...filter, sort: '-deliveryId', offset: 0, limit: 10 });
  expect((await page).length).toBeGreaterThan(0);
  expect(await scansOf(db, page)).not.toContain('Seq Scan deliveries');
});

// Of what is common, the first thousand rows of the table are as good as any.
test.each(RARE)('%s are counted by indexes alone', async (_, changes) => {
  const counted = selectMatchingDeliveries(database.db, await filterOf(changes)).limit(1001);
  expect(await scansOf(database.db, counted)).not.toContain('Seq Scan deliveries');
});

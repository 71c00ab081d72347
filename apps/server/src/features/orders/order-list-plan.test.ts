import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccountsNamed } from '#features/accounts/account-search.service.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { fill, scansOf } from '#test/plans.ts';
import {
  type OrderFilter,
  selectAdminOrders,
  selectMatchingOrders,
  selectOrderWebhooks,
} from './orders.admin.queries.ts';

const ACCOUNTS = 20_000;
const ORDERS = 150_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fill(
    database,
    `insert into accounts (user_name, email, password_hash)
     select 'hero_' || n, 'hero_' || n || '@example.com', 'none' from generate_series(1, ${ACCOUNTS}) n`,
    `insert into account_search (account_id, user_name, email, registered_at)
     select id, lower(user_name), lower(email), registered_at from accounts`,
    `insert into products (storefront, name, price_cents) values ('shop', 'Chest', 499)`,
    `insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, reference, state,
                         session_id, payment_intent_id, expires_at)
     select 1 + n % ${ACCOUNTS}, 1, 'Chest', 499, 'stripe', true, 'waygate-' || n,
            case n % 4000 when 0 then 'review' when 1 then 'disputed' else case n % 3 when 0 then 'expired' else 'paid' end end,
            'cs_' || n, 'pi_' || n, now()
     from generate_series(1, ${ORDERS}) n`,
    `insert into webhook_events (provider, event_id, kind, is_live, order_id, session_id, payment_intent_id, payload, processed_at)
     select 'stripe', 'evt_' || n, 'charge.refunded', true, case n % 3 when 0 then n end, case n % 3 when 1 then 'cs_' || n end,
            case n % 3 when 2 then 'pi_' || n end, '{}', now()
     from generate_series(1, ${ORDERS}) n`,
  );
});
afterAll(() => database.drop());

const RARE: [string, Partial<OrderFilter>][] = [
  ['those in review', { state: 'review' }],
  ['those of one account', { account: 77 }],
  ['those of one account in one state', { account: 77, state: 'paid' }],
  ['what an id may mean', { search: '4711' }],
  ['an account by its name', { search: 'HERO_4711' }],
  ['a session of the provider', { search: 'cs_4711' }],
  ['a payment of the provider', { search: 'pi_4711' }],
];

const COMMON: [string, Partial<OrderFilter>][] = [
  ['all of them', {}],
  ['those that are paid', { state: 'paid' }],
  ['any of twenty thousand names', { search: 'hero' }],
];

async function filterOf(changes: Partial<OrderFilter>): Promise<OrderFilter> {
  const search = changes.search ?? '';
  return { ...changes, search, named: await findAccountsNamed(database.db, search) };
}

test.each([...RARE, ...COMMON])('a page of %s is read by indexes alone', async (_, changes) => {
  const { db } = database;
  const filter = await filterOf(changes);
  const page = selectAdminOrders(db, { ...filter, sort: '-orderId', offset: 0, limit: 10 });
  expect((await page).length).toBeGreaterThan(0);
  expect(await scansOf(db, page)).not.toContain('Seq Scan orders');
});

// Of what is common, the first thousand rows of the table are as good as any.
test.each(RARE)('%s are counted by indexes alone', async (_, changes) => {
  const counted = selectMatchingOrders(database.db, await filterOf(changes)).limit(1001);
  expect(await scansOf(database.db, counted)).not.toContain('Seq Scan orders');
});

test('what the provider told of an order is found by order, session and payment', async () => {
  const { db } = database;
  const told = selectOrderWebhooks(db, {
    id: 3,
    provider: 'stripe',
    sessionId: 'cs_4',
    paymentIntentId: 'pi_5',
  });
  expect((await told).map(({ eventId }) => eventId)).toEqual(['evt_3', 'evt_4', 'evt_5']);
  expect(await scansOf(db, told)).not.toContain('Seq Scan webhook_events');
});

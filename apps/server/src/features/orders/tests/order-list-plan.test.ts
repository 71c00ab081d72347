import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#test/database.ts';
import { createFilledDatabase, heroes, plansDuring, rowsReadBy, scansDuring, scansOf } from '#test/plans.ts';
import {
  type OrderListing,
  selectAdminOrders,
  selectOrderWebhooks,
} from '#features/orders/admin/orders.admin.queries.ts';

const ACCOUNTS = 20_000;
const ORDERS = 150_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    ...heroes(ACCOUNTS),
    `insert into products (storefront, name, price_cents) select 'shop', 'Chest ' || n, 499 from generate_series(1, 40) n`,
    `insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, reference, state,
                         session_id, payment_intent_id, expires_at, created_at)
     select 1 + n % ${ACCOUNTS}, case when n < 2000 then 2 + n % 39 else 1 end, 'Chest', 400 + n % 2000, 'stripe', true, 'waygate-' || n,
            case n % 4000 when 0 then 'review' when 1 then 'disputed' else case n % 3 when 0 then 'expired' else 'paid' end end,
            'cs_' || n, 'pi_' || n, now(), timestamptz '2026-01-01' + make_interval(mins => n)
     from generate_series(1, ${ORDERS}) n`,
    `insert into webhook_events (provider, event_id, kind, is_live, order_id, session_id, payment_intent_id, payload, processed_at)
     select 'stripe', 'evt_' || n, 'charge.refunded', true, case n % 3 when 0 then n end, case n % 3 when 1 then 'cs_' || n end,
            case n % 3 when 2 then 'pi_' || n end, '{}', now()
     from generate_series(1, ${ORDERS}) n`,
  );
});
afterAll(() => database.drop());

const day = (text: string) => new Date(`${text}T00:00:00Z`);

const LISTINGS: [string, Partial<OrderListing>][] = [
  ['those in review', { state: 'review' }],
  ['those of one account', { account: 77 }],
  ['those of one account in one state', { account: 77, state: 'paid' }],
  ['what an id may mean', { search: '4711' }],
  ['an account by its name', { search: 'HERO_4711' }],
  ['a session of the provider', { search: 'cs_4711' }],
  ['a payment of the provider', { search: 'pi_4711' }],
  ['one product, sold long ago', { product: 7 }],
  [
    'one product in one state and month',
    { product: 7, state: 'paid', from: day('2026-01-01'), to: day('2026-01-03') },
  ],
  ['the first day', { to: day('2026-01-02') }],
  ['a day in the middle in one state', { state: 'review', from: day('2026-02-10'), to: day('2026-02-20') }],
  ['one price', { atLeast: 7.77, atMost: 7.77 }],
  ['one price of one day', { atLeast: 4, atMost: 4.1, from: day('2026-02-10'), to: day('2026-02-20') }],
  ['all of them', {}],
  ['those that are paid', { state: 'paid' }],
  ['any of a thousand names', { search: 'hero_12' }],
  ['any of twenty thousand names', { search: 'hero' }],
];

const NEWEST = { search: '', page: 1, pageSize: '10', sort: '-orderId' } as const;

test.each(LISTINGS)('a page of %s is read and counted through indexes only', async (_, changes) => {
  const listing = { ...NEWEST, ...changes };
  const { rows } = await selectAdminOrders(database.db, listing);
  expect(rows.length).toBeGreaterThan(0);
  const scans = await scansDuring(database, (db) => selectAdminOrders(db, listing));
  expect(scans).not.toContain('Seq Scan orders');
});

test.each([
  ['', '-orderId', '2026-01-10'],
  [' from the oldest on', 'orderId', '2026-04-10'],
] as const)('a page of a day far away%s reads little but that day', async (_, sort, begin) => {
  const from = day(begin);
  const listing = {
    ...NEWEST,
    state: 'paid',
    sort,
    from,
    to: new Date(from.getTime() + 86_400_000),
  } as const;
  const plans = await plansDuring(database, (db) => selectAdminOrders(db, listing));
  expect(Math.max(...plans.map(rowsReadBy))).toBeLessThan(ORDERS / 10);
});

test('the last page of all orders is read along the ids only', async () => {
  const last = { ...NEWEST, pageSize: 'all', page: ORDERS / 100 } as const;
  const { rows, totals } = await selectAdminOrders(database.db, last);
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => 100 - n));
  expect(totals).toEqual({ total: ORDERS, totalIsExact: true });
  const scans = await scansDuring(database, (db) => selectAdminOrders(db, last));
  expect(scans).toContain('Index Only Scan orders_pkey');
  expect(scans).not.toContain('Seq Scan accounts');
});

test('the provider’s events of an order are found by order, session and payment', async () => {
  const { db } = database;
  const events = selectOrderWebhooks(db, {
    id: 3,
    provider: 'stripe',
    sessionId: 'cs_4',
    paymentIntentId: 'pi_5',
  });
  expect((await events).map(({ eventId }) => eventId)).toEqual(['evt_3', 'evt_4', 'evt_5']);
  expect(await scansOf(db, events)).not.toContain('Seq Scan webhook_events');
});

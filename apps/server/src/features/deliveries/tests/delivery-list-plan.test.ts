import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#test/database.ts';
import { createFilledDatabase, heroes, plansDuring, rowsReadBy, scansDuring, stepsOf } from '#test/plans.ts';
import {
  type DeliveryListing,
  selectAdminDeliveries,
} from '#features/deliveries/admin/deliveries.admin.queries.ts';

const ACCOUNTS = 20_000;
const DELIVERIES = 300_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    ...heroes(ACCOUNTS),
    // Nothing is delivered of product 3.
    `insert into orders (reference, account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at)
     select 'order-' || n, 1 + n % ${ACCOUNTS}, case when n > ${DELIVERIES / 3} then 3 when n % 20000 = 7 then 1 else 2 end,
            'Chest', 499, 'sandbox', false, 'paid', now()
     from generate_series(1, ${DELIVERIES / 3} + 500) n`,
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, order_id, created_at, state)
     select 1 + n % ${ACCOUNTS}, 'key:' || n, 'grant', case when n % 50000 = 9 then 'staff_package' else 'item' end, 7, 1,
            n / 3, timestamptz '2026-01-01' + make_interval(mins => n),
            case n % 5000 when 0 then 'dead' when 1 then 'pending' when 2 then 'leased' when 3 then 'cancelled' else 'applied' end
     from generate_series(1, ${DELIVERIES}) n`,
  );
});
afterAll(() => database.drop());

const LISTINGS: [string, Partial<DeliveryListing>][] = [
  ['the dead ones', {}],
  ['those that wait', { state: 'pending' }],
  ['those that the game has', { state: 'leased' }],
  ['those that were cancelled', { state: 'cancelled' }],
  ['those of one account', { state: 'applied', account: 77 }],
  ['those of a rare kind', { state: 'all', kind: 'staff_package' }],
  ['those of a day long ago', { state: 'all', from: new Date('2026-01-03'), to: new Date('2026-01-04') }],
  ['those of a rare product', { state: 'all', product: 1 }],
  ['those of a product that everybody buys', { state: 'all', product: 2 }],
  ['all of one account', { state: 'all', account: 77 }],
  ['what an id may mean', { state: 'applied', search: '4711' }],
  ['an account by its name', { state: 'applied', search: 'HERO_4711' }],
  ['all of them', { state: 'all' }],
  ['those that were applied', { state: 'applied' }],
  ['any of a thousand names', { state: 'applied', search: 'hero_12' }],
  ['any of twenty thousand names', { state: 'applied', search: 'hero' }],
];

const NEWEST = { search: '', page: 1, pageSize: '10', sort: '-deliveryId', state: 'dead' } as const;

test.each(LISTINGS)('a page of %s is read and counted through indexes only', async (_, changes) => {
  const listing = { ...NEWEST, ...changes };
  const { rows } = await selectAdminDeliveries(database.db, listing);
  expect(rows.length).toBeGreaterThan(0);
  const scans = await scansDuring(database, (db) => selectAdminDeliveries(db, listing));
  expect(scans).not.toContain('Seq Scan deliveries');
});

test.each([
  ['', '-deliveryId', '2026-01-10'],
  [' from the oldest on', 'deliveryId', '2026-07-10'],
] as const)('a page of a day far away%s reads little but that day', async (_, sort, day) => {
  const from = new Date(day);
  const listing = {
    ...NEWEST,
    state: 'applied',
    sort,
    from,
    to: new Date(from.getTime() + 86_400_000),
  } as const;
  const plans = await plansDuring(database, (db) => selectAdminDeliveries(db, listing));
  expect(Math.max(...plans.map(rowsReadBy))).toBeLessThan(DELIVERIES / 10);
});

test.each(['pending', 'leased'] as const)(
  'those that are %s are found in their index alone',
  async (state) => {
    const scans = await scansDuring(database, (db) => selectAdminDeliveries(db, { ...NEWEST, state }));
    expect(scans).toContain('Index Only Scan deliveries_due_by_server_idx');
    expect(scans).not.toContain('Index Scan deliveries_due_by_server_idx');
  },
);

test.each([
  ['few deliveries', 1, 15],
  ['no deliveries', 3, 0],
])('of a product with %s, only its orders and their deliveries are read', async (_, product, total) => {
  const listing = { ...NEWEST, state: 'all', product, pageSize: '50' } as const;
  expect((await selectAdminDeliveries(database.db, listing)).totals).toEqual({ total, totalIsExact: true });
  const plans = await plansDuring(database, (db) => selectAdminDeliveries(db, listing));
  expect(Math.max(...plans.map(rowsReadBy))).toBeLessThan(2000);
});

test.each([
  ['newest', '-deliveryId', 240_023],
  ['oldest', 'deliveryId', 21],
] as const)('of a product, the %s deliveries of a page are read and no others', async (_, sort, id) => {
  const listing = { ...NEWEST, state: 'all', product: 1, sort } as const;
  const { rows, totals } = await selectAdminDeliveries(database.db, listing);
  expect([rows.length, rows[0]?.id, totals]).toEqual([10, id, { total: 15, totalIsExact: true }]);
  const rest = await selectAdminDeliveries(database.db, { ...listing, page: 2 });
  expect(rest.rows).toHaveLength(5);
  const plans = await plansDuring(database, (db) => selectAdminDeliveries(db, listing));
  expect(plans).toHaveLength(2);
  const read = plans.flatMap(stepsOf).filter((step) => step['Index Name'] === 'deliveries_pkey');
  expect(read.map((step) => step['Actual Loops'] * step['Actual Rows'])).toEqual([10]);
});

test('the last page of all deliveries is read along the ids only', async () => {
  const last = { ...NEWEST, state: 'all', pageSize: 'all', page: DELIVERIES / 100 } as const;
  const { rows, totals } = await selectAdminDeliveries(database.db, last);
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => 100 - n));
  expect(totals).toEqual({ total: DELIVERIES, totalIsExact: true });
  const scans = await scansDuring(database, (db) => selectAdminDeliveries(db, last));
  expect(scans).toContain('Index Only Scan deliveries_pkey');
  expect(scans).not.toContain('Seq Scan accounts');
});

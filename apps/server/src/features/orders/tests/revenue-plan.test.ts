import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#test/database.ts';
import { createFilledDatabase, heroes, type Plan, plansDuring, scansDuring } from '#test/plans.ts';
import { selectRevenueAfter } from '#features/orders/revenue/revenue.queries.ts';
import { insertTransactions } from '#features/orders/revenue/transactions.queries.ts';

const ORDERS = 100_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    ...heroes(100),
    `insert into products (storefront, name, price_cents) values ('shop', 'Chest', 499)`,
    `insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, reference, state,
                         payment_intent_id, paid_at, booked_at, expires_at)
     select 1 + n % 100, 1, 'Chest', 499, 'stripe', true, 'waygate-' || n, 'paid', 'pi_' || n,
            timestamptz '2026-01-01' + n * interval '1 minute', case when n % 10 > 0 then now() end, now()
     from generate_series(1, ${ORDERS}) n`,
    `insert into payment_transactions (id, provider, order_id, kind, payment_intent_id, amount_cents, fee_cents, net_cents,
                                       currency, created_at)
     select 'txn_' || id, 'stripe', id, 'payment', payment_intent_id, 499, 32, 467, 'eur', paid_at
     from orders where booked_at is not null`,
  );
});
afterAll(() => database.drop());

function rowsRead({ 'Actual Rows': own, Plans: steps = [] }: Plan): number {
  return steps.reduce((sum, step) => sum + rowsRead(step), own);
}

test('a batch in the middle of the export reads no more than itself', async () => {
  const after = { at: '2026-02-10T12:00:00.000000Z', key: 'txn_1' };
  const [plan] = await plansDuring(database, (db) =>
    selectRevenueAfter(db, { period: {}, after, limit: 1000 }),
  );
  expect(plan && rowsRead(plan)).toBeLessThan(15_000);
  const scans = await scansDuring(database, (db) =>
    selectRevenueAfter(db, { period: {}, after, limit: 1000 }),
  );
  expect(scans.filter((scan) => scan.startsWith('Seq Scan'))).toEqual([]);
});

test('a page of transactions finds its orders through indexes', async () => {
  const page = Array.from({ length: 100 }, (_, index) => ({
    id: `txn_new_${index}`,
    kind: 'refund' as const,
    paymentIntentId: `pi_${index * 900 + 1}`,
    reference: undefined,
    amountCents: -499,
    feeCents: 0,
    netCents: -499,
    currency: 'eur',
    createdAt: new Date('2026-11-01T00:00:00Z'),
  }));
  const scans = await scansDuring(database, (db) => insertTransactions(db, 'stripe', page));
  // The table of other payments is empty here.
  expect(scans).not.toContain('Seq Scan orders');
  expect(scans).not.toContain('Seq Scan payment_transactions');
});

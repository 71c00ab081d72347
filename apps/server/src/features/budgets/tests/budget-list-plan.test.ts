import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#test/database.ts';
import { createFilledDatabase, heroesWithStaff, scansDuring } from '#test/plans.ts';
import { selectStaffBudgets } from '#features/budgets/admin/budgets.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    ...heroesWithStaff(300),
    // A year of all staff.
    `insert into budget_use (staff_id, kind, day, used)
     select staff, kind, budget_today() - days, 5
     from generate_series(1, 300) staff, generate_series(0, 365) days, unnest(array['coins', 'packs', 'items', 'refunds']) kind`,
    `insert into budget_raises (staff_id, kind, day, raised_to)
     select staff, 'coins', budget_today() - days, 500000 from generate_series(1, 300) staff, generate_series(0, 365) days`,
    'insert into staff_budgets (staff_id, coins) select staff, 5 from generate_series(1, 300) staff',
  );
}, 400_000);
afterAll(() => database.drop());

type Query = Parameters<typeof selectStaffBudgets>[1];

test.each<[string, Partial<Query>]>([
  ['the first page', {}],
  ['the last staff', { sort: '-accountDBID' }],
  ['a name', { search: 'hero_1f3' }],
  ['an id', { search: '25' }],
  ['a window far down', { pageSize: 'all', page: 3 }],
])('for %s no table that grows is read through', async (_, query) => {
  const scans = await scansDuring(database, (db) =>
    selectStaffBudgets(db, { search: '', page: 1, pageSize: '10', sort: 'accountDBID', ...query }),
  );
  expect(scans.length).toBeGreaterThan(0);
  // At most a row for each staff member.
  const small = ['Seq Scan budget_defaults', 'Seq Scan staff_budgets'];
  expect(scans.filter((scan) => scan.startsWith('Seq Scan') && !small.includes(scan))).toEqual([]);
});

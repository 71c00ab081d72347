import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#test/database.ts';
import { createFilledDatabase, fill, scansOf, writeUnchecked } from '#test/plans.ts';
import {
  type ProductSort,
  selectAdminProducts,
  selectMatchingProducts,
} from '#features/products/admin/products.admin.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    `insert into products (storefront, name, new_name, price_cents, new_price_cents, position, updated_at)
     select case when n % 3 = 0 then 'donation' else 'shop' end, 'Thing number ' || n, nullif('Great ' || n, 'Great 7'),
            50 + n % 9999, case when n % 4 = 0 then 50 + n % 99 end, n % 1000, now() - make_interval(secs => n)
     from generate_series(1, 100000) n`,
  );
});
afterAll(() => database.drop());

const page = { offset: 0, limit: 10 };

test.each<[ProductSort, string]>([
  ['position', 'products_position_idx'],
  ['-position', 'products_position_idx'],
  ['name', 'products_name_idx'],
  ['-name', 'products_name_idx'],
  ['price', 'products_charged_price_idx'],
  ['-price', 'products_charged_price_idx'],
  ['updatedAt', 'products_updated_at_idx'],
  ['-updatedAt', 'products_updated_at_idx'],
])('a page in the order of %s is read from its index', async (sort, index) => {
  for (const storefront of [undefined, 'donation'] as const) {
    const scans = await scansOf(
      database.db,
      selectAdminProducts(database.db, { search: '', storefront, sort, ...page }),
    );
    expect(scans).toContain(`Index Scan ${index}`);
    expect(scans).not.toContain('Seq Scan products');
  }
});

test('hidden products are found along their index', async () => {
  await database.db.execute(sql`update products set is_listed = false where id <= 5`);
  await database.db.execute(sql`analyze products`);
  const found = selectAdminProducts(database.db, {
    search: '',
    sort: 'position',
    listing: 'hidden',
    ...page,
  });
  expect(await found).toHaveLength(5);
  expect((await scansOf(database.db, found)).join()).toContain('products_hidden_idx');
});

test.each(['number 4711', '4711', 'great 9999'])('a search for %s scans no whole table', async (search) => {
  const { db } = database;
  // The planner expects a hundred times as many matches as there are, as it does after an unlucky sample.
  await fill(
    database,
    `insert into products (storefront, name, price_cents, position)
     select 'shop', 'Another number 4711 for the great 9999', 50, 1000 from generate_series(1, 2000)`,
  );
  await writeUnchecked(database, `delete from products where name like 'Another%'`);
  const found = selectAdminProducts(db, { search, sort: 'position', ...page });
  expect((await found).length).toBeGreaterThan(0);
  expect(await scansOf(db, found)).toContain('Bitmap Index Scan products_search_idx');
  for (const query of [found, selectMatchingProducts(db, { search })])
    expect(await scansOf(db, query)).not.toContain('Seq Scan products');
});

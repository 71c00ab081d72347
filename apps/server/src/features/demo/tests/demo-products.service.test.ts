import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { productCategories, productLines, products } from '#features/products/products.tables.ts';
import { createProduct } from '#test/products.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { writeFileBelow } from '#test/fake-web.ts';
import { useTestParts } from '#test/test-parts.ts';
import { seedDemoProducts } from '#features/demo/demo-products.service.ts';
import { seeds } from '#features/demo/demo.tables.ts';

const FOLDER = path.join(SERVER_ROOT, 'content', 'demo');
const NOW = new Date('2026-11-20T12:00:00Z');
const CATALOGUE = `
categories: [{ name: Capes, icon: shirt, description: '**Warm**' }]
products:
  - storefront: shop
    category: Capes
    name: Ember cape
    priceCents: 699
    isSale: true
    saleEndsInDays: 2
    image: cape.png
    lines: [{ kind: item, quantity: 1, itemId: 7, label: Cape }]
  - { storefront: donation, name: Coins, priceCents: 499, lines: [{ kind: premium_coins, quantity: 5, label: Coins }] }
`;

const parts = await useTestParts();
beforeEach(async () => {
  for (const table of [productLines, products, productCategories, seeds]) await parts.db.delete(table);
});

async function useFolder(files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const all = { 'products.yaml': CATALOGUE, 'products/media/cape.png': 'picture', ...files };
  for (const [name, content] of Object.entries(all)) await writeFileBelow(folder, name, content);
  return folder;
}

const seed = (folder: string) => seedDemoProducts(parts.db, parts.storage, { folder, now: NOW });
const listed = () => parts.db.select().from(products).orderBy(products.position);
const pictureOf = (id: number | undefined) =>
  readFile(path.join(parts.config.dataDir, 'products', `${id}.png`), 'utf8');

test('the demo catalogue is complete: both storefronts, each picture, every line', async () => {
  expect(await seed(FOLDER)).toBe(true);
  const rows = await listed();
  expect(new Set(rows.map(({ storefront }) => storefront))).toEqual(new Set(['shop', 'donation']));
  expect(rows.length).toBeGreaterThan(10);
  const lines = await parts.db.select().from(productLines);
  expect(new Set(lines.map(({ productId }) => productId)).size).toBe(rows.length);
  const pictures = await Promise.allSettled(rows.map(({ id }) => pictureOf(id)));
  expect(pictures.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(10);
});

test('products are written with their category, rendered text, price, sale and picture', async () => {
  await seed(await useFolder());
  const [category] = await parts.db.select().from(productCategories);
  expect(category).toMatchObject({ name: 'Capes', descriptionHtml: '<p><strong>Warm</strong></p>' });
  const [cape, coins] = await listed();
  expect(cape).toMatchObject({
    categoryId: category?.id,
    priceCents: 699,
    saleEndsAt: new Date('2026-11-22T12:00:00Z'),
  });
  expect(coins).toMatchObject({ categoryId: null, saleEndsAt: null, storefront: 'donation' });
  expect(await pictureOf(cape?.id)).toBe('picture');
  await expect(pictureOf(coins?.id)).rejects.toThrow('ENOENT');
});

test('concurrent starts seed once, and deleted products stay deleted', async () => {
  const folder = await useFolder();
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => seed(folder)));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await listed()).toHaveLength(2);
  await parts.db.delete(products);
  expect(await seed(folder)).toBe(false);
  expect(await listed()).toEqual([]);
});

test('the next start adds the pictures that an interrupted start missed', async () => {
  const folder = await useFolder();
  const broken = { ...parts.storage, put: async () => Promise.reject(new Error('cut off')) };
  await expect(seedDemoProducts(parts.db, broken, { folder, now: NOW })).rejects.toThrow('cut off');
  expect(await seed(folder)).toBe(false);
  const [cape] = await listed();
  expect(await pictureOf(cape?.id)).toBe('picture');
});

test('a shop with products is not seeded', async () => {
  const lines = [{ kind: 'item' as const, quantity: 1, itemId: 1, label: 'x' }];
  await createProduct(parts.db, { storefront: 'shop', name: 'Own', priceCents: 100, lines });
  expect(await seed(await useFolder())).toBe(false);
  expect((await listed()).map(({ name }) => name)).toEqual(['Own']);
});

test.each([
  ['a price below the least', CATALOGUE.replace('699', '49')],
  ['an unknown kind', CATALOGUE.replace('kind: item', 'kind: house')],
  ['a field that nobody knows', CATALOGUE.replace('isSale', 'isSold')],
])('a catalogue with %s is refused whole', async (_, text) => {
  await expect(seed(await useFolder({ 'products.yaml': text }))).rejects.toThrow('no demo catalogue');
  expect(await listed()).toEqual([]);
});

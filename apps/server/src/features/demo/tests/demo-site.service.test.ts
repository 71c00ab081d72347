import path from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { seeds } from '#features/demo/demo.tables.ts';
import { seedDemoSite } from '#features/demo/demo-site.service.ts';
import { galleryPictures, siteSettings } from '#features/home/home.tables.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { createProduct } from '#test/products.ts';
import { useTestParts } from '#test/test-parts.ts';

const FOLDER = path.join(SERVER_ROOT, 'content', 'demo');

const { db, storage, pictures: encoder } = await useTestParts();
beforeEach(async () => {
  await db.delete(seeds);
  await db.delete(galleryPictures);
  await db.execute(
    sql`update site_settings set revision = 1, requirements = '[]', featured_product_id = null`,
  );
});

const seed = () => seedDemoSite({ db, storage, pictures: encoder }, FOLDER);
const settings = async () => (await db.select().from(siteSettings))[0];
const gallery = () => db.select().from(galleryPictures).orderBy(galleryPictures.position);

test('of several starts at once one adds the gallery, requirements and offer, and none adds them again', async () => {
  const lines = [{ kind: 'item' as const, quantity: 1, itemId: 7, label: 'Horn' }];
  const id = await createProduct(db, {
    storefront: 'shop',
    name: 'Horn of the Grey Stag',
    priceCents: 1299,
    lines,
  });
  const outcomes = await Promise.all(Array.from({ length: 4 }, seed));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await settings()).toMatchObject({ featuredProductId: id, maintenanceText: '' });
  expect((await settings())?.requirements.length).toBeGreaterThan(3);
  const pictures = await gallery();
  expect(pictures).toHaveLength(8);
  for (const { imageUrl, alt, width, height } of pictures) {
    expect(width / height).toBeCloseTo(16 / 9);
    expect(imageUrl).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/);
    expect(alt.length).toBeGreaterThan(20);
  }
  await db.delete(galleryPictures);
  expect(await seed()).toBe(false);
  expect(await gallery()).toEqual([]);
});

test('a site that somebody has set up is left alone', async () => {
  await db.execute(sql`update site_settings set revision = 2`);
  expect(await seed()).toBe(false);
  expect(await gallery()).toEqual([]);
});

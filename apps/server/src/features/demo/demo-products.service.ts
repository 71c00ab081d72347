import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  composeCategories,
  composeProducts,
  insertCategoryRows,
  insertProducts,
  selectHasProducts,
  selectProductIds,
} from '#features/products/products.ts';
import type { Database } from '#platform/db/database.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type DemoCatalogue, readDemoCatalogue } from './demo-product-files.ts';
import { insertSeed, selectIsSeeded } from './seeds.queries.ts';

const PRODUCTS_SEED = 'demo-products';
const PICTURES_SEED = 'demo-product-pictures';

/**
 * Adds demo products to an empty shop, once. Any number of processes may call it at once.
 *
 * @param folder contains products.yaml, and the pictures in products/media
 * @returns whether this call added products
 */
export async function seedDemoProducts(
  db: Database,
  storage: Storage,
  { folder, now }: { folder: string; now: Date },
): Promise<boolean> {
  if (await selectIsSeeded(db, PICTURES_SEED)) return false;
  const catalogue = await readDemoCatalogue(path.join(folder, 'products.yaml'), now);
  const isNew = await writeProducts(db, catalogue);
  // After the products, because pictures are named by product ids. Has its own seed: a start may be cut off in between.
  await storePictures(db, storage, {
    images: catalogue.images,
    media: path.join(folder, 'products', 'media'),
  });
  return isNew;
}

async function writeProducts(db: Database, { categories, products }: DemoCatalogue): Promise<boolean> {
  const [composedCategories, composedProducts] = await Promise.all([
    composeCategories(categories),
    composeProducts(products),
  ]);
  return db.transaction(async (tx) => {
    if (!(await insertSeed(tx, PRODUCTS_SEED)) || (await selectHasProducts(tx))) return false;
    await insertCategoryRows(tx, composedCategories);
    await insertProducts(tx, composedProducts);
    return true;
  });
}

async function storePictures(
  db: Database,
  storage: Storage,
  { images, media }: { images: Map<string, string>; media: string },
): Promise<void> {
  const found = await selectProductIds(db, [...images.keys()]);
  for (const { id, name } of found) {
    const key = `products/${id}.png`;
    const known = await storage.open(key);
    await known?.close();
    if (!known) await storage.put(key, await readFile(path.join(media, images.get(name) ?? '')), 'image/png');
  }
  await db.transaction((tx) => insertSeed(tx, PICTURES_SEED));
}

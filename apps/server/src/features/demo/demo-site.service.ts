import path from 'node:path';
import { insertGallery, isSiteUntouched, updateSettingsRow } from '#features/home/home.ts';
import { measurePicture, selectPicturePixels } from '#features/media/media.ts';
import { selectProductIds } from '#features/products/products.ts';
import type { Database } from '#platform/db/database.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { storeDemoPicture } from './demo-pictures.ts';
import { readDemoSite } from './demo-site-file.ts';
import { insertSeed, selectIsSeeded } from './seeds.queries.ts';

const SEED = 'demo-site';

/**
 * Adds a gallery, system requirements and a featured product to a portal where nobody has set any, once. Any number of
 * processes may call it at once.
 *
 * @param folder contains site.yaml, and the pictures in media
 * @returns whether this call added them
 */
export async function seedDemoSite(
  { db, storage, pictures }: { db: Database; storage: Storage; pictures: Pictures },
  folder: string,
): Promise<boolean> {
  if (await selectIsSeeded(db, SEED)) return false;
  const { featuredProduct, requirements, gallery } = await readDemoSite(path.join(folder, 'site.yaml'));
  const stored = await Promise.all(
    gallery.map(async ({ image, ...text }) => {
      const imageUrl = await storeDemoPicture({ db, storage }, { media: path.join(folder, 'media'), image });
      if (imageUrl === null) return [];
      await measurePicture({ db, storage, pictures }, path.basename(imageUrl));
      const pixels = await selectPicturePixels(db, path.basename(imageUrl));
      return pixels ? [{ ...text, ...pixels, imageUrl }] : [];
    }),
  );
  return db.transaction(async (tx) => {
    if (!(await insertSeed(tx, SEED)) || !(await isSiteUntouched(tx))) return false;
    const [product] = await selectProductIds(tx, [featuredProduct]);
    await updateSettingsRow(tx, { requirements, featuredProductId: product?.id ?? null });
    await insertGallery(tx, stored.flat());
    return true;
  });
}

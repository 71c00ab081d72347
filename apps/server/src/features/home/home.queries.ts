import { type Db, prepared, type Transaction } from '#platform/db/database.ts';
import { galleryPictures, type GalleryRow, type SettingsRow, siteSettings } from './home.tables.ts';

const settings = prepared((db) => db.select().from(siteSettings).prepare('site_settings'));

const gallery = prepared((db) =>
  db.select().from(galleryPictures).orderBy(galleryPictures.position).prepare('gallery_pictures'),
);

/** The one row, which the migration inserted. */
export async function selectSiteSettings(db: Db): Promise<SettingsRow> {
  const [row] = await settings(db).execute();
  if (!row) throw new Error('The row of the site settings is missing.');
  return row;
}

/** All pictures in their order. */
export function selectGallery(db: Db): Promise<GalleryRow[]> {
  return gallery(db).execute();
}

/** Whether nobody has set anything and the gallery is empty. */
export async function isSiteUntouched(tx: Transaction): Promise<boolean> {
  const { revision } = await selectSiteSettings(tx);
  return revision === 1 && (await selectGallery(tx)).length === 0;
}

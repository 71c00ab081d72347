import { asc, eq, max, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import {
  galleryPictures,
  type GalleryRow,
  type SettingsRow,
  siteSettings,
} from '#features/home/home.tables.ts';

export type SettingsFields = Omit<SettingsRow, 'id' | 'updatedAt' | 'revision'>;
type NewGalleryRow = Omit<typeof galleryPictures.$inferInsert, 'id' | 'position' | 'revision'>;

/** Locks settings and gallery until the transaction ends. */
export async function lockSettings(tx: Transaction): Promise<SettingsRow> {
  const [row] = await tx.select().from(siteSettings).for('update');
  if (!row) throw new Error('The row of the site settings is missing.');
  return row;
}

export async function updateSettingsRow(
  tx: Transaction,
  fields: Partial<SettingsFields>,
): Promise<SettingsRow> {
  const [row] = await tx
    .update(siteSettings)
    .set({ ...fields, revision: sql`${siteSettings.revision} + 1`, updatedAt: sql`now()` })
    .returning();
  if (!row) throw new Error('The row of the site settings is missing.');
  return row;
}

export function selectGalleryNow(tx: Transaction): Promise<GalleryRow[]> {
  return tx.select().from(galleryPictures).orderBy(asc(galleryPictures.position));
}

export async function selectPictureLocked(tx: Transaction, id: number): Promise<GalleryRow | undefined> {
  const [row] = await tx.select().from(galleryPictures).where(eq(galleryPictures.id, id)).for('update');
  return row;
}

/** Adds them at the end. The caller holds the lock of the settings. */
export async function insertGallery(tx: Transaction, rows: NewGalleryRow[]): Promise<GalleryRow[]> {
  if (rows.length === 0) return [];
  const [last] = await tx.select({ position: max(galleryPictures.position) }).from(galleryPictures);
  const first = (last?.position ?? -1) + 1;
  return tx
    .insert(galleryPictures)
    .values(rows.map((row, index) => ({ ...row, position: first + index })))
    .returning();
}

export async function updatePictureText(
  tx: Transaction,
  id: number,
  text: Pick<GalleryRow, 'alt' | 'caption'>,
): Promise<GalleryRow> {
  const [row] = await tx
    .update(galleryPictures)
    .set({ ...text, revision: sql`${galleryPictures.revision} + 1` })
    .where(eq(galleryPictures.id, id))
    .returning();
  if (!row) throw new Error(`Picture ${id} disappeared in the transaction that wrote it.`);
  return row;
}

/** Numbers the pictures by their place in the list, which names all of them. */
export async function updateGalleryOrder(tx: Transaction, ids: number[]): Promise<void> {
  await tx.execute(sql`
    update gallery_pictures p set position = wanted.position - 1
    from unnest(${sql.param(ids)}::int[]) with ordinality wanted (id, position)
    where p.id = wanted.id`);
}

export async function deletePictureRow(tx: Transaction, id: number): Promise<GalleryRow | undefined> {
  const [row] = await tx.delete(galleryPictures).where(eq(galleryPictures.id, id)).returning();
  return row;
}

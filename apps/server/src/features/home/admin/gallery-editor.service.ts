import path from 'node:path';
import {
  type AdminGallery,
  type AdminGalleryPicture,
  type GalleryOrder,
  type GalleryPictureText,
  MAX_GALLERY_PICTURES,
  type NewGalleryPicture,
} from '@waygate/contract/home/home.admin.schemas';
import { measurePicture, recordAddress, selectPicturePixels } from '#features/media/media.ts';
import {
  asStaff,
  audited,
  changedFields,
  requireRight,
  type Staff,
  unchanged,
} from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, editConflict, invalid, notFound } from '#platform/errors/app-error.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { presentAdminGallery, presentAdminPicture } from './home.admin.presenter.ts';
import {
  deletePictureRow,
  insertGallery,
  lockSettings,
  selectGalleryNow,
  selectPictureLocked,
  updateGalleryOrder,
  updatePictureText,
} from './home.admin.queries.ts';

const RIGHT = { section: 'site' } as const;

type PictureParts = { db: Database; storage: Storage; pictures: Pictures };

/**
 * Adds a picture at the end, in the size of its stored file.
 *
 * @throws what `asStaff` throws; conflict when the gallery is full; invalid for a picture that isn't kept
 */
export async function createPicture(
  parts: PictureParts,
  staff: Staff,
  { imageUrl, ...text }: NewGalleryPicture,
): Promise<AdminGalleryPicture> {
  const { db } = parts;
  const address = recordAddress(imageUrl);
  // Before anything is read for them, and again with the row locked.
  await requireRight(db, staff, RIGHT);
  // No file is read in a transaction.
  await measurePicture(parts, path.basename(address));
  return asStaff(db, staff, RIGHT, async ({ tx }) => {
    await lockSettings(tx);
    const { length } = await selectGalleryNow(tx);
    if (length >= MAX_GALLERY_PICTURES)
      throw conflict(`The gallery holds ${MAX_GALLERY_PICTURES} pictures. Remove one first.`);
    const picture = { imageUrl: address, ...(await readPixels(tx, address)), ...textOf(text) };
    const [row] = await insertGallery(tx, [picture]);
    if (!row) throw new Error('The database returned no row for an inserted picture.');
    return audited({ kind: 'gallery.create', target: row.id, after: picture }, presentAdminPicture(row));
  });
}

/** @throws what `asStaff` throws; notFound; editConflict */
export function updatePicture(
  db: Database,
  staff: Staff,
  { id, input }: { id: number; input: GalleryPictureText },
): Promise<AdminGalleryPicture> {
  return asStaff(db, staff, RIGHT, async ({ tx }) => {
    const before = await selectPictureLocked(tx, id);
    if (!before) throw missing();
    if (input.revision !== undefined && input.revision !== before.revision)
      throw editConflict(presentAdminPicture(before));
    const changes = changedFields(textOf(before), textOf(input));
    if (Object.keys(changes.after).length === 0) return unchanged(presentAdminPicture(before));
    const row = await updatePictureText(tx, id, textOf(input));
    return audited({ kind: 'gallery.update', target: id, ...changes }, presentAdminPicture(row));
  });
}

/** @throws what `asStaff` throws; editConflict when pictures were added, removed or moved since */
export function orderPictures(
  db: Database,
  staff: Staff,
  { pictureIds, seenPictureIds }: GalleryOrder,
): Promise<AdminGallery> {
  return asStaff(db, staff, RIGHT, async ({ tx }) => {
    await lockSettings(tx);
    const before = await selectGalleryNow(tx);
    const ids = before.map(({ id }) => id);
    const isComplete = ids.length === pictureIds.length && pictureIds.every((id) => ids.includes(id));
    if (!isComplete || ids.join() !== seenPictureIds.join()) throw editConflict(presentAdminGallery(before));
    if (ids.join() === pictureIds.join()) return unchanged(presentAdminGallery(before));
    await updateGalleryOrder(tx, pictureIds);
    const action = { kind: 'gallery.order', target: 'gallery' } as const;
    return audited(
      { ...action, before: { pictureIds: ids }, after: { pictureIds } },
      presentAdminGallery(await selectGalleryNow(tx)),
    );
  });
}

/** The picture's file goes with the job for unused pictures. @throws what `asStaff` throws; notFound */
export function deletePicture(db: Database, staff: Staff, id: number): Promise<void> {
  return asStaff(db, staff, RIGHT, async ({ tx }) => {
    await lockSettings(tx);
    const row = await deletePictureRow(tx, id);
    if (!row) throw missing();
    const { imageUrl, alt, caption } = row;
    return audited({ kind: 'gallery.delete', target: id, before: { imageUrl, alt, caption } });
  });
}

async function readPixels(tx: Transaction, address: string): Promise<{ width: number; height: number }> {
  const pixels = await selectPicturePixels(tx, path.basename(address));
  if (pixels) return pixels;
  const message = 'This picture is no longer kept. Upload it again.';
  throw invalid(message, { imageUrl: message });
}

function textOf({ alt, caption }: Pick<GalleryPictureText, 'alt' | 'caption'>) {
  return { alt: alt.trim(), caption: caption.trim() };
}

function missing() {
  return notFound('This picture is not in the gallery any more.');
}

import { createHash, randomBytes } from 'node:crypto';
import { API_BASE } from '@waygate/contract/endpoint';
import type { Db, Transaction } from '#platform/db/database.ts';
import { conflict } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { deleteUnusedPicture } from './job-definitions.ts';
import {
  insertOwnPicture,
  type PictureDetails,
  selectIsUploadedBy,
  selectPictureExists,
  selectPictureLocked,
  updatePictureRemoved,
  upsertSharedPicture,
} from './media.queries.ts';

type MediaParts = { db: Db; storage: Storage };

const SHARED_NAME_LENGTH = 32;
/** Longer than the other, to distinguish the two. */
const OWN_NAME_LENGTH = 48;
const OWN_ADDRESS = new RegExp(String.raw`^/media/[0-9a-f]{${OWN_NAME_LENGTH}}\.webp$`);

/**
 * Stores a WebP picture that texts may share: the same content is stored once. A picture that no text uses a week after
 * its last upload is removed, unless staff keep it. If it is uploaded again, it gets a new name.
 *
 * @returns its address, relative to the API's base
 * @throws conflict when it is deleted meanwhile
 */
export async function storeWebp(
  { db, storage }: MediaParts,
  picture: Buffer,
  details: PictureDetails = { fileName: '' },
): Promise<string> {
  const content = createHash('sha256').update(picture).digest('hex').slice(0, SHARED_NAME_LENGTH);
  // The row comes first, so that no file exists without a row, and the picture counts as recently uploaded.
  const name = await upsertSharedPicture(db, {
    name: nameOf(picture, SHARED_NAME_LENGTH),
    content,
    bytes: picture.length,
    ...details,
  });
  const key = `media/${name}`;
  const known = await storage.open(key);
  await known?.close();
  if (!known) await storage.put(key, picture, 'image/webp');
  // Checked last: a deletion that came first has not seen the file.
  if (!(await selectPictureExists(db, name))) {
    await storage.remove(key);
    throw conflict('Somebody has just deleted this picture. Please upload it again.');
  }
  return `/${key}`;
}

/**
 * Stores a WebP picture for a single record. It can be deleted immediately with the record, because no other text
 * shares it.
 *
 * @returns its address, relative to the API's base
 */
export async function storeOwnWebp({ db, storage }: MediaParts, picture: Buffer): Promise<string> {
  const name = nameOf(picture, OWN_NAME_LENGTH);
  await insertOwnPicture(db, name);
  await storage.put(`media/${name}`, picture, 'image/webp');
  return `/media/${name}`;
}

/** Includes random bytes, so that no name is ever reused, even for the same content. */
function nameOf(picture: Buffer, length: number): string {
  const hash = createHash('sha256').update(picture).update(randomBytes(16)).digest('hex');
  return `${hash.slice(0, length)}.webp`;
}

/** Queues the deletion of a record's picture in the transaction. The job keeps it if a text uses it too. */
export async function dropPicture(tx: Transaction, jobs: Jobs, address: string | null): Promise<void> {
  if (address !== null && isOwnPicture(address)) await jobs.enqueue(tx, deleteUnusedPicture, { address });
}

/**
 * Removes a picture that nothing uses, nobody keeps and no draft contains. A job deletes its files. For a week after an
 * upload, only the member of staff whose upload it was removes it: somebody else may be writing with it.
 *
 * @returns 'missing' if there is none any more, 'recent' in that week, 'wanted' by a use, staff or a draft
 */
export async function removePicture(
  tx: Transaction,
  jobs: Jobs,
  { name, staffId }: { name: string; staffId: number },
): Promise<'removed' | 'missing' | 'recent' | 'wanted'> {
  const picture = await selectPictureLocked(tx, name);
  if (!picture || picture.isRemoved) return 'missing';
  const address = `/media/${name}`;
  if (picture.isWaiting && !(await selectIsUploadedBy(tx, pageAddress(address), staffId))) return 'recent';
  if (!(await updatePictureRemoved(tx, name))) return 'wanted';
  await jobs.enqueue(tx, deleteUnusedPicture, { address });
  return 'removed';
}

/** Whether the picture belongs to a single record. */
function isOwnPicture(address: string): boolean {
  return OWN_ADDRESS.test(address);
}

/** The address for pages and texts, with the API's base. */
export function pageAddress(address: string): string {
  return `${API_BASE}${address}`;
}

/** The address as stored in records: absolute, or relative to the API's base. */
export function recordAddress(address: string): string {
  if (/^https:/i.test(address)) return address;
  const relative = address.startsWith(`${API_BASE}/`) ? address.slice(API_BASE.length) : address;
  return relative.startsWith('/') ? relative : `/${relative}`;
}

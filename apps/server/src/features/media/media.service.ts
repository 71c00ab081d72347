import { createHash, randomBytes } from 'node:crypto';
import { API_BASE } from '@waygate/contract/endpoint';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { deleteUnusedPicture } from './job-definitions.ts';
import { insertOwnPicture, upsertSharedPicture } from './media.queries.ts';

type MediaParts = { db: Db; storage: Storage };

const SHARED_NAME_LENGTH = 32;
/** Longer than the other, so that the two can be told apart. */
const OWN_NAME_LENGTH = 48;
const OWN_ADDRESS = new RegExp(String.raw`^/media/[0-9a-f]{${OWN_NAME_LENGTH}}\.webp$`);

/**
 * Keeps a WebP picture that any number of texts may share: the same content is one file. What no text shows a
 * week after its last upload is removed; its content gets another name then, a hash of the content and of chance.
 *
 * @returns its address, relative to the API's base
 */
export async function storeWebp({ db, storage }: MediaParts, picture: Buffer): Promise<string> {
  const content = createHash('sha256').update(picture).digest('hex').slice(0, SHARED_NAME_LENGTH);
  // First, so that there is no file that nobody knows of, and none that is removed from here on.
  const name = await upsertSharedPicture(db, { name: nameOf(picture, SHARED_NAME_LENGTH), content });
  const key = `media/${name}`;
  const known = await storage.open(key);
  await known?.close();
  if (!known) await storage.put(key, picture, 'image/webp');
  return `/${key}`;
}

/**
 * Keeps a WebP picture for one record alone: whoever deletes the record can have the file deleted at once,
 * without a wait for who else may be about to use it.
 *
 * @returns its address, relative to the API's base
 */
export async function storeOwnWebp({ db, storage }: MediaParts, picture: Buffer): Promise<string> {
  const name = nameOf(picture, OWN_NAME_LENGTH);
  await insertOwnPicture(db, name);
  await storage.put(`media/${name}`, picture, 'image/webp');
  return `/media/${name}`;
}

/** Of chance too, so that no name is ever given twice, not even for the same content at the same moment. */
function nameOf(picture: Buffer, length: number): string {
  const hash = createHash('sha256').update(picture).update(randomBytes(16)).digest('hex');
  return `${hash.slice(0, length)}.webp`;
}

/** Has a record's own picture deleted, once the transaction has committed, unless a text shows it too. */
export async function dropPicture(tx: Transaction, jobs: Jobs, address: string | null): Promise<void> {
  if (address !== null && isOwnPicture(address)) await jobs.enqueue(tx, deleteUnusedPicture, { address });
}

/** Whether the address is of a picture that belongs to one record. */
function isOwnPicture(address: string): boolean {
  return OWN_ADDRESS.test(address);
}

/** The address as pages and texts use it. */
export function pageAddress(address: string): string {
  return `${API_BASE}${address}`;
}

/** The address as records keep it: absolute, or relative to the API's base. */
export function recordAddress(address: string): string {
  if (/^https:/i.test(address)) return address;
  const relative = address.startsWith(`${API_BASE}/`) ? address.slice(API_BASE.length) : address;
  return relative.startsWith('/') ? relative : `/${relative}`;
}

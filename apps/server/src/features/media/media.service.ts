import { createHash, randomBytes } from 'node:crypto';
import { API_BASE } from '@waygate/contract/endpoint';
import type { Transaction } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { deleteUnusedPicture } from './job-definitions.ts';

const SHARED_NAME_LENGTH = 32;
/** Longer than the other, so that the two can be told apart. */
const OWN_NAME_LENGTH = 48;
const OWN_ADDRESS = new RegExp(String.raw`^/media/[0-9a-f]{${OWN_NAME_LENGTH}}\.webp$`);

/**
 * Keeps a WebP picture under the hash of its content. Any number of texts may share it, so it stays for ever.
 *
 * @returns its address, relative to the API's base
 */
export async function storeWebp(storage: Storage, picture: Buffer): Promise<string> {
  const hash = createHash('sha256').update(picture).digest('hex').slice(0, SHARED_NAME_LENGTH);
  const key = `media/${hash}.webp`;
  const known = await storage.open(key);
  await known?.close();
  if (!known) await storage.put(key, picture, 'image/webp');
  return `/${key}`;
}

/**
 * Keeps a WebP picture for one record alone. Its name is a hash of the content and of chance, so that no other
 * upload is ever given this file, not even of the same content at the same moment: whoever deletes the record can
 * delete the file without a look at who else may be about to use it.
 *
 * @returns its address, relative to the API's base
 */
export async function storeOwnWebp(storage: Storage, picture: Buffer): Promise<string> {
  const hash = createHash('sha256').update(picture).update(randomBytes(16)).digest('hex');
  const key = `media/${hash.slice(0, OWN_NAME_LENGTH)}.webp`;
  await storage.put(key, picture, 'image/webp');
  return `/${key}`;
}

/** Has a record's own picture deleted, once the transaction has committed, unless a text shows it too. */
export async function dropPicture(tx: Transaction, jobs: Jobs, address: string | null): Promise<void> {
  if (address !== null && isOwnPicture(address)) await jobs.enqueue(tx, deleteUnusedPicture, { address });
}

/** Whether the address is of a picture that belongs to one record. */
export function isOwnPicture(address: string): boolean {
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

import { createHash } from 'node:crypto';
import type { Storage } from '#platform/storage/storage.ts';

const NAME_LENGTH = 32;

/**
 * Keeps a WebP picture under the hash of its content.
 *
 * @returns its address, relative to the API's base
 */
export async function storeWebp(storage: Storage, picture: Buffer): Promise<string> {
  const hash = createHash('sha256').update(picture).digest('hex').slice(0, NAME_LENGTH);
  const key = `media/${hash}.webp`;
  const known = await storage.open(key);
  await known?.close();
  if (!known) await storage.put(key, picture, 'image/webp');
  return `/${key}`;
}

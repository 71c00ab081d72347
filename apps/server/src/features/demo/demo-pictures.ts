import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { storeWebp } from '#features/media/media.ts';
import type { Db } from '#platform/db/database.ts';
import type { Storage } from '#platform/storage/storage.ts';

/**
 * Stores a picture of the demo content.
 *
 * @param media the folder of the WebP files
 * @returns the address relative to the API's base; null when there is no picture
 */
export async function storeDemoPicture(
  parts: { db: Db; storage: Storage },
  { media, image }: { media: string; image: string | undefined },
): Promise<string | null> {
  if (image === undefined) return null;
  const picture = await readPicture(path.join(media, image));
  return picture ? storeWebp(parts, picture, { fileName: image }) : null;
}

async function readPicture(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
}

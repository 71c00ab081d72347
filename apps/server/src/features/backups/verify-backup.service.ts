import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupFault } from './backup-fault.ts';
import type { Manifest } from './manifest.ts';
import { readParts, streamOf } from './parts.ts';

const NEWLINE = 10;

/**
 * Reads everything back and compares checksums, row counts and sizes.
 *
 * @throws BackupFault naming the first difference
 */
export async function verifyBackup(place: Storage, { tables, files }: Manifest): Promise<void> {
  for (const { schema, name, rows, parts } of tables) {
    const found = await countRows(readParts(place, parts));
    if (found !== rows)
      throw new BackupFault(`The backup is damaged: ${schema}.${name} has ${found} rows instead of ${rows}.`);
  }
  for (const { key, bytes, parts } of files) {
    let found = 0;
    for await (const chunk of readParts(place, parts)) found += chunk.length;
    if (found !== bytes)
      throw new BackupFault(`The backup is damaged: ${key} has ${found} bytes instead of ${bytes}.`);
  }
}

/** Lines, because the format escapes those within a value. */
async function countRows(parts: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  await pipeline(streamOf(parts), createGunzip(), async (content: AsyncIterable<Buffer>) => {
    for await (const chunk of content)
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1;
  });
  return rows;
}

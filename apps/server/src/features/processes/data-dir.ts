import { randomUUID } from 'node:crypto';
import { mkdir, readFile, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

const FILE = 'data-dir-id';
const idSchema = z.uuid();

/** The free share of a folder's disk, from 0 to 1. Undefined: the folder doesn't exist, or its file system doesn't say. */
export async function readDiskFree(folder: string): Promise<number | undefined> {
  const size = await statfs(folder).catch(() => undefined);
  return size && size.blocks > 0 ? size.bavail / size.blocks : undefined;
}

/**
 * The id of a folder, created once: processes on several hosts share their files if they read the same one.
 *
 * @returns undefined when it can't be written or read
 */
export async function ensureDataDirId(folder: string): Promise<string | undefined> {
  const file = path.join(folder, FILE);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, `${randomUUID()}\n`, { flag: 'wx' });
  } catch {
    // It exists, or the folder is read-only.
  }
  const content = await readFile(file, 'utf8').catch(() => '');
  return idSchema.safeParse(content.trim()).data;
}

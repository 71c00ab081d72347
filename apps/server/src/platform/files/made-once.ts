import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ALONE = 0o600;

/**
 * What a file says that is written once and kept, for its owner alone. Of any number of processes that find none at
 * the same time, one makes it and all read the same.
 */
export async function readOrMake(file: string, make: () => string): Promise<string> {
  const known = await readIfThere(file);
  if (known !== undefined) return known;
  await mkdir(path.dirname(file), { recursive: true });
  // Written beside and linked into place: nobody reads half of it, and a link does not replace what is there.
  const written = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(written, make(), { mode: OWNER_ALONE });
  try {
    await link(written, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(written);
  }
  return readFile(file, 'utf8');
}

/** Undefined: there is no such file. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

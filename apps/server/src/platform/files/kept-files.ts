import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ALONE = 0o600;

/**
 * What a file says that is written once and kept, for its owner alone. Of any number of processes that find none at
 * the same time, one makes it and all read the same.
 */
export async function readOrMake(file: string, make: () => string): Promise<string> {
  const known = await readIfThere(file);
  if (known !== undefined) return known;
  const written = await writeBeside(file, make());
  try {
    // Unlike a rename, a link does not replace what is there.
    await link(written, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(written);
  }
  return readFile(file, 'utf8');
}

/** Writes a file for its owner alone. Whoever reads it, and a power cut, finds the old text or the new one. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await rename(await writeBeside(file, text), file);
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

async function writeBeside(file: string, text: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const written = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(written, text, { mode: OWNER_ALONE });
  return written;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ALONE = 0o600;

/**
 * Reads a file that is created once and readable only by its owner. If several processes create it at the same time, one
 * wins and all return the same content.
 */
export async function readOrMake(file: string, make: () => string): Promise<string> {
  const known = await readIfThere(file);
  if (known !== undefined) return known;
  const written = await writeTemporary(file, make());
  try {
    // Unlike a rename, a link never replaces an existing file.
    await link(written, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(written);
  }
  return readFile(file, 'utf8');
}

/** Replaces a file that only its owner can read. Atomic: readers and crashes see the old or the new text. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await rename(await writeTemporary(file, text), file);
}

/** @returns undefined when there is no such file */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function writeTemporary(file: string, text: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const written = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(written, text, { mode: OWNER_ALONE });
  return written;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

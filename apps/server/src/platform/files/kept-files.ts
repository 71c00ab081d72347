import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
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

/** Like `readIfThere`, but a symbolic link counts as no file: somebody else may have put it there. */
export async function readUnlinked(file: string): Promise<string | undefined> {
  try {
    await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    return await handle.readFile('utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ELOOP')) return undefined;
    throw error;
  }
}

async function writeTemporary(file: string, text: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const written = `${file}.${randomBytes(4).toString('hex')}`;
  // Fails where a file or link is in the way, and is on the disk before the caller relies on it.
  await writeFile(written, text, { mode: OWNER_ALONE, flag: 'wx', flush: true });
  return written;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

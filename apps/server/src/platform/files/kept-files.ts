import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ALONE = 0o600;
const GROUP_READS = 0o040;

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

/**
 * Replaces a file that only its owner can read. Atomic: readers and crashes see the old or the new text. A symbolic link
 * is replaced itself.
 *
 * @param keepsOwner as root, owner and group stay, and the group may read what it could read before
 */
export async function replaceFile(
  file: string,
  text: string,
  { keepsOwner = false }: { keepsOwner?: boolean } = {},
): Promise<void> {
  const replaced = keepsOwner && process.getuid?.() === 0 ? await statIfThere(file) : undefined;
  await rename(await writeTemporary(file, text, replaced), file);
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

async function statIfThere(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** @param like the file that has the owner, the group and its right to read */
async function writeTemporary(file: string, text: string, like?: Stats): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const written = `${file}.${randomBytes(4).toString('hex')}`;
  // Fails where a file or link is in the way, and is on the disk before the caller relies on it.
  await using handle = await open(written, 'wx', OWNER_ALONE);
  await handle.writeFile(text);
  if (like) {
    await handle.chown(like.uid, like.gid);
    await handle.chmod(OWNER_ALONE | (like.mode & GROUP_READS));
  }
  await handle.sync();
  return written;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

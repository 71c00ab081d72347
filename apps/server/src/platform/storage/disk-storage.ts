import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { OnDenied, Storage } from './storage.ts';

type Modes = { folder: number; file: number };

const PRIVATE: Modes = { folder: 0o700, file: 0o600 };
/** What the process's umask leaves of it. */
const USUAL: Modes = { folder: 0o777, file: 0o666 };

/**
 * Files below one folder.
 *
 * @param isPrivate other users of the machine can't read the files and folders that it makes
 * @param onDenied a list leaves out folders that this user can't read, and calls it; without it, the list fails
 */
export function createDiskStorage(
  folder: string,
  { isPrivate = false, onDenied }: { isPrivate?: boolean; onDenied?: OnDenied | undefined } = {},
): Storage {
  const modes = isPrivate ? PRIVATE : USUAL;
  return {
    put: (key, content) => writeWhole(path.join(folder, key), modes, (handle) => handle.writeFile(content)),
    putStream: (key, content, { size }) =>
      writeWhole(path.join(folder, key), modes, async (handle) => {
        await handle.writeFile(content);
        const written = (await handle.stat()).size;
        if (written !== size) throw new Error(`${key} has ${written} bytes instead of ${size}.`);
      }),
    list: (below) => listFiles(folder, below, onDenied),
    remove: (key) => rm(path.join(folder, key), { force: true }),
    open: async (key) => {
      const handle = await open(path.join(folder, key)).catch(whenMissing);
      if (!handle) return undefined;
      const stats = await handle.stat();
      if (!stats.isFile()) {
        await handle.close();
        return undefined;
      }
      return {
        size: stats.size,
        modifiedAt: stats.mtime,
        version: `${stats.size} ${stats.mtimeMs}`,
        // Reads the opened file, even if another one has replaced it.
        read: async (range) => handle.createReadStream({ autoClose: true, ...range }),
        close: () => handle.close(),
      };
    },
  };
}

/** Atomic: after a crash there is the old file or the new one. */
async function writeWhole(
  file: string,
  modes: Modes,
  write: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: modes.folder });
  const unfinished = path.join(folder, `.${randomUUID()}.part`);
  try {
    const handle = await open(unfinished, 'wx', modes.file);
    try {
      await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Hidden files are no content: they are unfinished, or the system's. */
async function* listFiles(folder: string, below: string, onDenied?: OnDenied): AsyncGenerator<string> {
  const listed = path.join(folder, below);
  const found = await opendir(listed).catch((error: NodeJS.ErrnoException) => {
    if (!onDenied || below === '' || !isDenied(error)) return whenMissing(error);
    onDenied(listed);
  });
  if (!found) return;
  for await (const entry of found) {
    const inside = path.join(below, entry.name);
    if (entry.isDirectory()) yield* listFiles(folder, inside, onDenied);
    else if (!entry.name.startsWith('.')) yield inside.replaceAll(path.sep, '/');
  }
}

/** Whether this user lacks the right, which trying again doesn't change. */
export function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
}

function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

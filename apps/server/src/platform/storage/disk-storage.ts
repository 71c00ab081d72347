import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from './storage.ts';

/** Files below one folder. */
export function createDiskStorage(folder: string): Storage {
  return {
    put: (key, content) => writeWhole(path.join(folder, key), content),
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
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const unfinished = path.join(folder, `.${randomUUID()}.part`);
  try {
    const handle = await open(unfinished, 'wx');
    try {
      await handle.writeFile(content);
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

function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

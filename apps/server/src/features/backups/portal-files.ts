import { createDiskStorage } from '#platform/storage/disk-storage.ts';
import type { Storage, StoredFile } from '#platform/storage/storage.ts';
import { streamOf } from './parts.ts';

/** In the portal's storage, which may be a bucket. */
const STORED = ['downloads', 'media', 'products'];
/** Always in the data folder. */
const ON_DISK = ['brand', 'content'];

/** The files of a portal that belong to a backup, whatever holds them. */
export type PortalFiles = {
  list: () => AsyncGenerator<string>;
  /** Whether this is a key of a portal's file, which can be put back. */
  holds: (key: string) => boolean;
  open: (key: string) => Promise<StoredFile | undefined>;
  /** @throws Error for a key outside the portal's folders */
  put: (key: string, content: AsyncIterable<Uint8Array>, size: number) => Promise<void>;
};

export function openPortalFiles({ storage, dataDir }: { storage: Storage; dataDir: string }): PortalFiles {
  const disk = createDiskStorage(dataDir);
  const findHolder = (key: string): Storage | undefined => {
    const [folder = '', ...rest] = key.split('/');
    const isPlain = rest.length > 0 && rest.every((part) => !['', '.', '..'].includes(part));
    if (isPlain && STORED.includes(folder)) return storage;
    return isPlain && ON_DISK.includes(folder) ? disk : undefined;
  };
  const holderOf = (key: string): Storage => {
    const holder = findHolder(key);
    if (!holder) throw new Error(`${key} isn't a file of a portal.`);
    return holder;
  };
  return {
    list: async function* list() {
      for (const folder of STORED) yield* storage.list(folder);
      for (const folder of ON_DISK) yield* disk.list(folder);
    },
    holds: (key) => findHolder(key) !== undefined,
    open: (key) => holderOf(key).open(key),
    put: (key, content, size) => {
      const about = { size, contentType: contentTypeOf(key) };
      return holderOf(key).putStream(key, streamOf(content), about);
    },
  };
}

function contentTypeOf(key: string): string {
  const types: Record<string, string> = {
    avif: 'image/avif',
    gif: 'image/gif',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
  };
  return types[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}

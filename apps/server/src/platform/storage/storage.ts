import type { Readable } from 'node:stream';
import type { Config } from '#platform/config/config.ts';
import { createDiskStorage } from './disk-storage.ts';

/** Long reads at once in a process. The connections of S3 storage are enough for these and for pictures. */
export const DOWNLOADS_AT_ONCE = 200;

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/** An open file. All reads return the same version. Read it to the end or close it. */
export type StoredFile = {
  /** Bytes. */
  size: number;
  modifiedAt: Date;
  /** Changes whenever the content changes. */
  version: string;
  read: (range?: ByteRange) => Promise<Readable>;
  close: () => Promise<void>;
};

/** Called with each folder or file that this user may not read or remove. */
export type OnDenied = (place: string) => void;

/** File storage. That of the portal has the keys `media/…`, `products/…` and `downloads/…`. */
export type Storage = {
  /** Writes the file atomically. Readers of an open old version are not affected. */
  put: (key: string, content: Buffer, contentType: string) => Promise<void>;
  /** The same for content that isn't in memory, of exactly `size` bytes. */
  putStream: (key: string, content: Readable, about: { size: number; contentType: string }) => Promise<void>;
  open: (key: string) => Promise<StoredFile | undefined>;
  /** Removes the file, if it exists. Readers of the open file are not affected. */
  remove: (key: string) => Promise<void>;
  /** The keys that begin with `folder/`, or all with '', in no order. */
  list: (folder: string) => AsyncIterable<string>;
};

/** S3 if it is configured, otherwise the data folder. */
export async function createStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (!s3) return createDiskStorage(dataDir);
  // Imported on demand, because its client takes 20 MB of memory.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3);
}

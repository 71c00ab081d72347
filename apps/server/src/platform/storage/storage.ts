import type { Readable } from 'node:stream';
import type { Config } from '#platform/config/config.ts';
import { createDiskStorage } from './disk-storage.ts';

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/** One file, opened: all its reads are of the same version. Either read it to the end or close it. */
export type StoredFile = {
  /** Bytes. */
  size: number;
  modifiedAt: Date;
  /** Another one whenever the content is another one. */
  version: string;
  read: (range?: ByteRange) => Promise<Readable>;
  close: () => Promise<void>;
};

/** Where files live: `media/…`, `products/…` and `downloads/…`. */
export type Storage = {
  /** Writes the file whole or not at all; whoever has the old one open goes on reading that. */
  put: (key: string, content: Buffer, contentType: string) => Promise<void>;
  open: (key: string) => Promise<StoredFile | undefined>;
  /** Whoever has the file open goes on reading it. That there is none is fine. */
  remove: (key: string) => Promise<void>;
};

/** S3 where it is configured, the data folder where it is not. */
export async function createStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (!s3) return createDiskStorage(dataDir);
  // Its client takes 20 MB, which an installation without S3 need not have in memory.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3);
}

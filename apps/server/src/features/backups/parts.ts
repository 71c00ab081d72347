import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredFile, Storage } from '#platform/storage/storage.ts';
import { BackupFault } from './backup-fault.ts';
import type { Part } from './manifest.ts';

/** What is in memory at once. */
const PART_BYTES = 16 * 2 ** 20;

/** Writes streams as objects of 16 MiB, one stream at a time. */
export type PartWriter = {
  /** The objects are named `<key>.00001` and so on. */
  write: (key: string, content: AsyncIterable<Uint8Array>) => Promise<Part[]>;
};

export function createPartWriter(place: Storage): PartWriter {
  // One for all parts: with a buffer for each, several would wait for the garbage collector at once.
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  return {
    write: async (key, content) => {
      const parts: Part[] = [];
      let size = 0;
      const flush = async () => {
        const bytes = part.subarray(0, size);
        const written = { key: `${key}.${String(parts.length + 1).padStart(5, '0')}`, bytes: size };
        size = 0;
        await place.put(written.key, bytes, 'application/octet-stream');
        parts.push({ ...written, sha256: hashOf(bytes) });
      };
      for await (const chunk of content)
        for (let taken = 0; taken < chunk.length;) {
          const fitting = chunk.subarray(taken, taken + PART_BYTES - size);
          part.set(fitting, size);
          size += fitting.length;
          taken += fitting.length;
          if (size === PART_BYTES) await flush();
        }
      if (size > 0) await flush();
      return parts;
    },
  };
}

/**
 * Reads it again. Nothing of a part is passed on before its checksum is compared.
 *
 * @throws BackupFault when one is missing or damaged
 */
export async function* readParts(place: Storage, parts: Part[]): AsyncGenerator<Buffer> {
  for (const { key, bytes, sha256 } of parts) {
    const file = await place.open(key);
    if (!file) throw new BackupFault(`The backup is damaged: ${key} is missing.`);
    // Compared first: whatever stands there instead of a part needn't fit into memory.
    const content = file.size === bytes ? await readWhole(file) : undefined;
    if (!content) await file.close();
    if (!content || hashOf(content) !== sha256)
      throw new BackupFault(`The backup is damaged: ${key} doesn't have its checksum.`);
    yield content;
  }
}

/** @returns the bytes; undefined when there are others than its size says */
async function readWhole(file: StoredFile): Promise<Buffer | undefined> {
  const content = Buffer.allocUnsafeSlow(file.size);
  let size = 0;
  for await (const chunk of await file.read()) {
    if (size + chunk.length <= content.length) content.set(chunk, size);
    size += chunk.length;
  }
  return size === content.length ? content : undefined;
}

/** As a stream that reads one part ahead; by default it would be sixteen, which is a quarter of a gigabyte. */
export function streamOf(parts: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(parts, { highWaterMark: 1 });
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

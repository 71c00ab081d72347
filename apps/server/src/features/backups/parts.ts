import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupFault } from './backup-fault.ts';
import type { Part } from './manifest.ts';

/** What is in memory at once. */
const PART_BYTES = 16 * 2 ** 20;

/** Writes a stream of any length as objects of 16 MiB, named `<key>.00001` and so on. */
export async function writeParts(
  place: Storage,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<Part[]> {
  const parts: Part[] = [];
  let chunks: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const bytes = Buffer.concat(chunks);
    chunks = [];
    size = 0;
    const part = { key: `${key}.${String(parts.length + 1).padStart(5, '0')}`, bytes: bytes.length };
    await place.put(part.key, bytes, 'application/octet-stream');
    parts.push({ ...part, sha256: hashOf(bytes) });
  };
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  if (size > 0) await flush();
  return parts;
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
    const content = file.size === bytes ? await buffer(await file.read()) : undefined;
    if (!content) await file.close();
    if (!content || hashOf(content) !== sha256)
      throw new BackupFault(`The backup is damaged: ${key} doesn't have its checksum.`);
    yield content;
  }
}

/** As a stream that reads one part ahead; by default it would be sixteen, which is a quarter of a gigabyte. */
export function streamOf(parts: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(parts, { highWaterMark: 1 });
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

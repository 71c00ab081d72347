import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStorage } from '#platform/storage/disk-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createPartWriter, readParts, streamOf } from '#features/backups/parts.ts';

const PART_BYTES = 16 * 2 ** 20;

let folder: string;
let place: Storage;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'waygate-parts-'));
  place = createDiskStorage(folder);
});
afterEach(() => rm(folder, { recursive: true }));

// oxlint-disable-next-line typescript/require-await -- a stream is asynchronous
async function* inChunks(content: Buffer, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
}

describe('the parts of a backup', () => {
  it.each([
    ['smaller than a part', 100_003],
    ['larger than two parts', 2 * PART_BYTES + 5],
  ])('hold 16 MiB each and are read as they were written, from chunks %s', async (_, chunkBytes) => {
    const content = randomBytes(2 * PART_BYTES + 70_001);
    const writer = createPartWriter(place);
    const parts = await writer.write('rows', inChunks(content, chunkBytes));
    expect(parts.map(({ key, bytes }) => [key, bytes])).toEqual([
      ['rows.00001', PART_BYTES],
      ['rows.00002', PART_BYTES],
      ['rows.00003', 70_001],
    ]);
    expect(content.equals(await buffer(streamOf(readParts(place, parts))))).toBe(true);
  });

  it('leave nothing of one stream in the next, nor after one that failed', async () => {
    const writer = createPartWriter(place);
    const failing = async function* () {
      yield* inChunks(Buffer.from('half of a table'), 4);
      throw new Error('The connection was lost.');
    };
    await expect(writer.write('failed', failing())).rejects.toThrow('lost');
    expect(await writer.write('empty', inChunks(Buffer.alloc(0), 1))).toEqual([]);
    const [first, second] = [Buffer.from('the longer first'), Buffer.from('second')];
    const parts = [
      ...(await writer.write('first', inChunks(first, 5))),
      ...(await writer.write('second', inChunks(second, 5))),
    ];
    expect(await buffer(streamOf(readParts(place, parts)))).toEqual(Buffer.concat([first, second]));
  });

  it.each([
    ['another content', (file: string) => writeFile(file, 'B table')],
    ['less content', (file: string) => truncate(file, 3)],
    ['more content', (file: string) => writeFile(file, 'a table and more')],
  ])('are refused with %s', async (_, damage) => {
    const parts = await createPartWriter(place).write('rows', inChunks(Buffer.from('a table'), 7));
    await damage(path.join(folder, 'rows.00001'));
    await expect(buffer(streamOf(readParts(place, parts)))).rejects.toThrow(
      "The backup is damaged: rows.00001 doesn't have its checksum.",
    );
  });
});

import { createHash } from 'node:crypto';

/** Bits for each entry, and hashes: together one false positive in 15 000. */
const BITS_PER_ENTRY = 20;
const HASHES = 14;

/**
 * A set of texts that cannot be listed. 'No' is certain; about one in 15 000 texts that aren't in it gets a 'yes'.
 * Source: Kirsch and Mitzenmacher, Less Hashing, Same Performance: Building a Better Bloom Filter (2008)
 */
export type BloomFilter = Uint8Array;

export function createBloomFilter(entries: ReadonlySet<string>): BloomFilter {
  const filter = new Uint8Array(Math.ceil((entries.size * BITS_PER_ENTRY) / 8));
  for (const entry of entries)
    for (const { index, mask } of bitsOf(entry, filter.length)) filter[index] = (filter[index] ?? 0) | mask;
  return filter;
}

/** Whether the text is, very probably, one of the filter's entries. */
export function mayContain(filter: BloomFilter, text: string): boolean {
  return bitsOf(text, filter.length).every(({ index, mask }) => ((filter[index] ?? 0) & mask) !== 0);
}

function bitsOf(text: string, bytes: number): { index: number; mask: number }[] {
  const digest = createHash('sha256').update(text).digest();
  const [first, second] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
  const size = bytes * 8;
  return Array.from({ length: HASHES }, (_, round) => {
    // Below 2^53: a first of 48 bits, and thirteen times a second of as many.
    const bit = (first + round * second) % size;
    return { index: Math.floor(bit / 8), mask: 1 << (bit % 8) };
  });
}

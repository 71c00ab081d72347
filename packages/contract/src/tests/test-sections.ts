import { NAMED_SECTIONS } from '../named-sections.ts';
import { SECTIONS } from '../permissions.ts';

/**
 * Puts sections in that the product does not have: beyond the thirteen primes there is none yet.
 *
 * @returns what takes them out again: `beforeAll(() => addTestSections('polls'))` does that after the tests
 */
export function addTestSections(...names: string[]): () => void {
  // The types say what the product has, so that it cannot change its own lists.
  const lists = [NAMED_SECTIONS, SECTIONS] as unknown as string[][];
  for (const list of lists) list.push(...names);
  return () => {
    for (const list of lists) list.splice(-names.length);
  };
}

import { NAMED_SECTIONS } from '../named-sections.ts';
import { SECTIONS } from '../permissions.ts';

/**
 * Replaces the product's sections beyond the thirteen primes by these.
 *
 * @returns what puts the product's own back: `beforeAll(() => addTestSections('polls'))` does that after the tests
 */
export function addTestSections(...names: string[]): () => void {
  // The types say what the product has, so that it cannot change its own lists.
  const lists = [NAMED_SECTIONS, SECTIONS] as unknown as string[][];
  const own: string[] = [...NAMED_SECTIONS];
  const replace = (old: readonly string[], added: readonly string[]) => {
    for (const list of lists) list.splice(list.length - old.length, old.length, ...added);
  };
  replace(own, names);
  return () => replace(names, own);
}

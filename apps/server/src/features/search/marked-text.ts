import type { MarkedText } from '@waygate/contract/search/search.schemas';

// Characters that no text of ours has: staff can't write them.
export const MATCH_START = '\u0002';
export const MATCH_END = '\u0003';

/** The parts of a text in which PostgreSQL has marked what was found. */
export function markedText(headline: string): MarkedText {
  return headline
    .split(new RegExp(`[${MATCH_START}${MATCH_END}]`))
    .map((text, index) => ({ text, isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

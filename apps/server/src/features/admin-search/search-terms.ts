import { isIP } from 'node:net';
import { hasTrigram, idIn } from '#platform/db/search-text.ts';

/** What a typed text may mean. */
export type SearchTerms = {
  text: string;
  /** A number, with or without a # in front. */
  id: number | undefined;
  /** The text, if it is an IP address. */
  address: string | undefined;
  /** The text, if an index of trigrams can find it inside a name. */
  part: string | undefined;
};

export function searchTermsOf(text: string): SearchTerms {
  return {
    text,
    id: idIn(text.replace(/^#/, '')),
    address: isIP(text) === 0 ? undefined : text,
    part: hasTrigram(text) ? text : undefined,
  };
}

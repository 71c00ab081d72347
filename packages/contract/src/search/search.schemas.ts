import * as z from 'zod/mini';
import { isPlainLine, timestamp } from '../text.ts';

/** The best hits, and no further ones: a visitor who misses something searches for more words. */
export const SEARCH_HITS = 20;

export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;
const SEARCH_MESSAGE = 'Please search for 2 to 100 characters of text.';

export const searchQuery = z.object({
  /** Words, "a phrase", `or`, and -without. The last word may be the beginning of one. */
  q: z
    .string(SEARCH_MESSAGE)
    .check(
      z.trim(),
      z.minLength(SEARCH_MIN, SEARCH_MESSAGE),
      z.maxLength(SEARCH_MAX, SEARCH_MESSAGE),
      z.refine(isPlainLine, SEARCH_MESSAGE),
    ),
});

/** Plain text in parts, so that a page marks the found words without any HTML of ours. */
export const markedTextSchema = z.array(z.object({ text: z.string(), isMatch: z.boolean() }));

export const searchHitSchema = z.object({
  kind: z.enum(['news', 'patchNote']),
  id: z.int(),
  title: markedTextSchema,
  /** What stands around the found words; the beginning of the text where only the title has them. */
  excerpt: markedTextSchema,
  /** The category of an article, the version of a patch note. */
  label: z.string(),
  /** The time at which an article was published; a patch note's day begins then in UTC. */
  date: timestamp,
});

export const searchResultSchema = z.object({
  /** The best first. */
  hits: z.array(searchHitSchema),
  /** How many texts there are in all. */
  total: z.int(),
});

export type MarkedText = z.infer<typeof markedTextSchema>;
export type SearchHit = z.infer<typeof searchHitSchema>;
export type SearchResult = z.infer<typeof searchResultSchema>;

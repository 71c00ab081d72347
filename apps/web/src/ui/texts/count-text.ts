import { englishCountText, englishOf } from './english-texts.ts';

/** A whole number in a locale; in the visitor's without one. */
export function countText(count: number, locale?: string): string {
  return englishOf(locale) ? englishCountText(count) : count.toLocaleString(locale);
}

import { englishOf, englishRoundText } from '#ui/texts/english-texts.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB'];

/** A size in the largest unit that gives at least 1, in thousands of bytes, such as '128 MB' or '4.7 GB'. */
export function fileSizeText(bytes: number, locale: string | undefined): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const size = bytes / 1000 ** power;
  const text = englishOf(locale)
    ? englishRoundText(size)
    : size.toLocaleString(locale, { maximumSignificantDigits: 3 });
  return `${text} ${bytes === 1 ? 'byte' : UNITS[power]}`;
}

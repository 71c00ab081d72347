import { serverSizeText } from '#ui/texts/server-texts.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in the largest unit that gives at least 1, in thousands of bytes, such as '128 MB' or '4.7 GB'. */
export function fileSizeText(bytes: number, locale: string | undefined): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  if (import.meta.env.SSR) return serverSizeText(bytes / 1000 ** power, UNITS[power] ?? 'gigabyte');
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power],
    // The short form of a byte has no plural.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** power);
}

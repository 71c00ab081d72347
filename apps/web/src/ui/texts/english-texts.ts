// What `Intl` writes in British and American English, without `Intl`: its first use takes a browser 30 ms, on a slow phone
// four times that, in the middle of hydration; and Node 30 ms and 8 MiB. Other locales are left to it.

/** The locales of this module. British English is the server's. */
export type English = 'en-GB' | 'en-US';

/**
 * The English of a locale, undefined where `Intl` must write. Without a locale: that of the visitor's browser, British on the
 * server.
 */
export function englishOf(locale: string | undefined): English | undefined {
  if (import.meta.env.SSR && locale === undefined) return 'en-GB';
  const tag = locale ?? navigator.language;
  return tag === 'en-GB' || tag === 'en-US' ? tag : undefined;
}

const MINUTE_MS = 60_000;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

type EnglishTimeStyle = { dateStyle: 'long' | 'medium'; timeStyle?: 'short' };

/** Whether `englishTimeText` knows this style. */
export function isEnglishTimeStyle(style: Intl.DateTimeFormatOptions): style is EnglishTimeStyle {
  const { dateStyle, timeStyle } = style;
  return (dateStyle === 'long' || dateStyle === 'medium') && (!timeStyle || timeStyle === 'short');
}

/**
 * British: '5 September 2026', '5 Sept 2026', '5 September 2026 at 09:05' or '5 Sept 2026, 09:05'. American: 'September 5, 2026',
 * 'Sep 5, 2026', 'September 5, 2026 at 9:05 AM' or 'Sep 5, 2026, 9:05 AM'.
 *
 * @param zone the visitor's own or UTC
 */
export function englishTimeText(
  time: Date,
  { dateStyle, timeStyle }: EnglishTimeStyle,
  { english, zone }: { english: English; zone: 'own' | 'UTC' },
): string {
  const at = zone === 'UTC' ? time : new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS);
  const isLong = dateStyle === 'long';
  const isBritish = english === 'en-GB';
  const name = MONTHS[at.getUTCMonth()] ?? '';
  const month = isLong ? name : name.slice(0, isBritish && name === 'September' ? 4 : 3);
  const [day, year] = [at.getUTCDate(), at.getUTCFullYear()];
  const date = isBritish ? `${day} ${month} ${year}` : `${month} ${day}, ${year}`;
  return timeStyle ? `${date}${isLong ? ' at' : ','} ${clockText(at, isBritish)}` : date;
}

function clockText(at: Date, isBritish: boolean): string {
  const text = at.toISOString().slice(-13, -8);
  const hour = at.getUTCHours();
  return isBritish ? text : `${hour % 12 || 12}${text.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** A whole number: '1,234,567'. */
export function englishCountText(count: number): string {
  return groupedText(String(count));
}

/** An amount of at least 0 in whole cents: '€1,234.50'. */
export function englishEuroText(amount: number): string {
  return `€${groupedText(amount.toFixed(2))}`;
}

/** A number of at least 0 with three significant digits: '1.5', '128' or '1,230'. */
export function englishRoundText(value: number): string {
  return groupedText(String(Number(value.toPrecision(3))));
}

function groupedText(digits: string): string {
  const [whole = '', ...decimals] = digits.split('.');
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
}

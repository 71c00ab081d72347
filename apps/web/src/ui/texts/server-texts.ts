// What `Intl` writes for the server's locale, British English in UTC, without `Intl`: its first use takes Node 30 ms and
// 8 MiB. Callers ask for `import.meta.env.SSR` first, so that the browser's build has none of it.

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

const SHORT_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

type ServerTimeStyle = { dateStyle: 'long' | 'medium'; timeStyle?: 'short' };

/** Whether `serverTimeText` knows this style. */
export function isServerTimeStyle(style: Intl.DateTimeFormatOptions): style is ServerTimeStyle {
  const { dateStyle, timeStyle } = style;
  return (dateStyle === 'long' || dateStyle === 'medium') && (!timeStyle || timeStyle === 'short');
}

/** '5 September 2026', '5 Sept 2026', '5 September 2026 at 09:05' or '5 Sept 2026, 09:05'. */
export function serverTimeText(time: Date, { dateStyle, timeStyle }: ServerTimeStyle): string {
  const isLong = dateStyle === 'long';
  const month = (isLong ? MONTHS : SHORT_MONTHS)[time.getUTCMonth()];
  const date = `${time.getUTCDate()} ${month} ${time.getUTCFullYear()}`;
  return timeStyle ? `${date}${isLong ? ' at' : ','} ${time.toISOString().slice(-13, -8)}` : date;
}

/** A whole number: '1,234,567'. */
export function serverCountText(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** An amount of at least 0: '€1,234.50'. */
export function serverEuroText(amount: number): string {
  const euro = round(amount, 2);
  return `€${serverCountText(Math.trunc(euro))}${euro.toFixed(2).slice(-3)}`;
}

const SIZE_UNITS = { kilobyte: 'kB', megabyte: 'MB', gigabyte: 'GB' };

/** A size of at least 0 with three significant digits: '999 bytes', '1.5 kB', '1,230 GB'. */
export function serverSizeText(size: number, unit: 'byte' | keyof typeof SIZE_UNITS): string {
  const rounded = round(size, 2 - Math.floor(Math.log10(Math.max(size, 1))));
  const [whole = '', ...decimals] = String(rounded).split('.');
  const text = [serverCountText(Number(whole)), ...decimals].join('.');
  if (unit === 'byte') return `${text} ${rounded === 1 ? 'byte' : 'bytes'}`;
  return `${text} ${SIZE_UNITS[unit]}`;
}

/** Rounds the decimal number, as `Intl` does: 1.005 becomes 1.01, though its binary number is a little smaller. */
function round(value: number, decimals: number): number {
  return shiftPoint(Math.round(shiftPoint(value, decimals)), -decimals);
}

function shiftPoint(value: number, places: number): number {
  return Number(`${value}e${places}`);
}

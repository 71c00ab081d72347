import { describe, expect, it } from 'vitest';
import {
  isServerTimeStyle,
  serverCountText,
  serverEuroText,
  serverSizeText,
  serverTimeText,
} from './server-texts.ts';

const LOCALE = 'en-GB';

const STYLES = [
  { dateStyle: 'long' },
  { dateStyle: 'medium' },
  { dateStyle: 'long', timeStyle: 'short' },
  { dateStyle: 'medium', timeStyle: 'short' },
] as const;

function* times(): Generator<Date> {
  for (let year = 1999; year <= 2027; year += 1)
    for (let month = 0; month < 12; month += 1)
      for (const day of [1, 9, 31])
        for (const [hour, minute] of [
          [0, 0],
          [9, 5],
          [23, 59],
        ] as const)
          yield new Date(Date.UTC(year, month, day, hour, minute));
}

/** Each border between units and between numbers of digits, and the halves around it, where rounding decides. */
function* sizes(): Generator<number> {
  yield* [0, 1, 2, 999, 1500, 1005, 1015, 10_050, 999_999, 12_345_678, 4_700_000_000, 999_500_000_000];
  for (let power = 1; power <= 14; power += 1)
    for (const share of [1, 0.9994, 0.9995, 0.9996, 0.99949, 1.004, 1.005, 1.006, 1.2345])
      for (const step of [-1, 0, 1]) yield Math.max(Math.round(10 ** power * share) + step, 0);
}

describe('a text of the server', () => {
  it.each(STYLES)('is that of Intl for times: %j', (style) => {
    const format = new Intl.DateTimeFormat(LOCALE, { ...style, timeZone: 'UTC' });
    for (const time of times()) expect(serverTimeText(time, style)).toBe(format.format(time));
  });

  it('is that of Intl for whole numbers', () => {
    const format = new Intl.NumberFormat(LOCALE);
    for (const count of [0, 7, 999, 1000, 12_345, 100_000, 1_234_567, 2 ** 53 - 1])
      for (const signed of [count, 0 - count]) expect(serverCountText(signed)).toBe(format.format(signed));
  });

  it('is that of Intl for amounts of euro', () => {
    const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'EUR' });
    const cents = Array.from({ length: 3000 }, (_, index) => index / 100);
    for (const amount of [...cents, 1.004, 1.005, 2.675, 0.995, 999.995, 1234.5, 999_999.99, 1e6])
      expect(serverEuroText(amount)).toBe(format.format(amount));
  });

  it.each([
    ['byte', 'long'],
    ['kilobyte', 'short'],
    ['megabyte', 'short'],
    ['gigabyte', 'short'],
  ] as const)('is that of Intl for sizes in units of one %s', (unit, unitDisplay) => {
    const format = new Intl.NumberFormat(LOCALE, {
      style: 'unit',
      unit,
      unitDisplay,
      maximumSignificantDigits: 3,
    });
    const divisor = 1000 ** ['byte', 'kilobyte', 'megabyte', 'gigabyte'].indexOf(unit);
    const values = [...sizes()].filter((bytes) => bytes === 0 || bytes >= divisor);
    for (const size of values.map((bytes) => bytes / divisor))
      expect(serverSizeText(size, unit)).toBe(format.format(size));
  });
});

it('leaves other styles of times to Intl', () => {
  expect(STYLES.every(isServerTimeStyle)).toBe(true);
  expect(isServerTimeStyle({ timeStyle: 'short' })).toBe(false);
  expect(isServerTimeStyle({ dateStyle: 'medium', timeStyle: 'medium' })).toBe(false);
});

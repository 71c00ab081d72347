import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  englishCountText,
  englishEuroText,
  englishOf,
  englishRoundText,
  englishTimeText,
  isEnglishTimeStyle,
} from './english-texts.ts';

const LOCALES = ['en-GB', 'en-US'] as const;

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

/** Around each border between units and between numbers of digits. */
function* sizes(): Generator<number> {
  yield* [0, 1, 2, 999, 1500, 999_999, 12_345_678, 4_700_000_000, 999_500_000_000];
  for (let power = 5; power <= 14; power += 1)
    for (const share of [1, 0.9994, 0.9996, 0.99949, 1.004, 1.006, 1.2345])
      yield Math.round(10 ** power * share);
}

describe.each(LOCALES)('an English text of %s', (locale) => {
  it.each(STYLES)('is that of Intl for times: %j', (style) => {
    const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });
    const settings = { english: locale, zone: 'UTC' } as const;
    for (const time of times()) expect(englishTimeText(time, style, settings)).toBe(format.format(time));
  });

  it.each([
    [0, 'UTC'],
    [240, '-04:00'],
    [-330, '+05:30'],
    [-765, '+12:45'],
  ])("is that of Intl in the visitor's own zone, %d minutes behind UTC", (minutes, timeZone) => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes);
    onTestFinished(() => void vi.restoreAllMocks());
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
    const format = new Intl.DateTimeFormat(locale, { ...style, timeZone });
    const settings = { english: locale, zone: 'own' } as const;
    for (const time of times()) expect(englishTimeText(time, style, settings)).toBe(format.format(time));
  });

  it('is that of Intl for whole numbers', () => {
    const format = new Intl.NumberFormat(locale);
    for (const count of [0, 7, 999, 1000, 12_345, 100_000, 1_234_567, 2 ** 53 - 1])
      for (const signed of [count, 0 - count]) expect(englishCountText(signed)).toBe(format.format(signed));
  });

  it('is that of Intl for amounts of euro', () => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
    const cents = Array.from({ length: 3000 }, (_, index) => index / 100);
    for (const amount of [...cents, 1234.5, 999_999.99, 1e6])
      expect(englishEuroText(amount)).toBe(format.format(amount));
  });

  it('is that of Intl for three significant digits', () => {
    const format = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
    for (const bytes of sizes())
      for (const value of [bytes, bytes / 1000, bytes / 1e6, bytes / 1e9].filter(
        (size) => size === bytes || size >= 1,
      ))
        expect(englishRoundText(value)).toBe(format.format(value));
  });
});

it.each([
  ['en-GB', 'en-GB'],
  ['en-US', 'en-US'],
  ['en-IN', undefined],
  ['en', undefined],
  ['de-DE', undefined],
])('knows the English of %s', (locale, english) => {
  expect(englishOf(locale)).toBe(english);
  vi.stubGlobal('navigator', { language: locale });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(englishOf(undefined)).toBe(english);
});

it('leaves other styles of times to Intl', () => {
  expect(STYLES.every(isEnglishTimeStyle)).toBe(true);
  expect(isEnglishTimeStyle({ timeStyle: 'short' })).toBe(false);
  expect(isEnglishTimeStyle({ dateStyle: 'medium', timeStyle: 'medium' })).toBe(false);
});

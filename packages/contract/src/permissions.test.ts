import { describe, expect, test } from 'vitest';
import { NAMED_SECTIONS } from './named-sections.ts';
import { can, type PrimeSection, SECTION_PRIMES, SECTIONS } from './permissions.ts';
import { isStaff } from './ranks.ts';

const primes: [string, number][] = Object.entries(SECTION_PRIMES);
// The record's own keys are its sections.
const sections = Object.keys(SECTION_PRIMES) as PrimeSection[];

describe('permissions', () => {
  test('the sections have the first thirteen primes, in the order that was agreed', () => {
    expect(primes).toEqual([
      ['users', 2],
      ['benefits', 3],
      ['actions', 5],
      ['patchNotes', 7],
      ['news', 11],
      ['twitchDrops', 13],
      ['products', 17],
      ['orders', 19],
      ['statisticsGame', 23],
      ['statisticsPayment', 29],
      ['statisticsCharacter', 31],
      ['gameCharacters', 37],
      ['gameInventory', 41],
    ]);
  });

  test.each(sections)('the prime of %s opens that section alone', (section) => {
    const opened = sections.filter((other) => can(SECTION_PRIMES[section], other));
    expect(opened).toEqual([section]);
  });

  test('all primes together fit a number exactly and open everything', () => {
    const all = primes.reduce((product, [, prime]) => product * prime, 1);
    expect(all).toBe(304_250_263_527_210);
    expect(sections.every((section) => can(all, section))).toBe(true);
  });

  test.each([undefined, Number.NaN, Infinity, -2, 0, 1, 2.5, 2 ** 53, 2 ** 60])(
    'a webMgt of %s opens nothing',
    (webMgt) => {
      expect(isStaff(webMgt)).toBe(false);
      expect(sections.filter((section) => can(webMgt, section))).toEqual([]);
    },
  );

  test('a webMgt of no section’s prime is staff without a section', () => {
    expect(isStaff(43)).toBe(true);
    expect(sections.filter((section) => can(43, section))).toEqual([]);
  });
});

test('the sections beyond the primes come last', () => {
  expect(SECTIONS).toEqual([...sections, ...NAMED_SECTIONS]);
});

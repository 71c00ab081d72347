import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandsOfLevels } from '#features/statistics/admin/level-bands.ts';

const inWords = (levels: number[]) =>
  bandsOfLevels(levels.map((level) => ({ level, characters: 1 }))).map(
    ({ from, to, characters }) => `${from}–${to}: ${characters}`,
  );

test.each([
  ['no level', [], []],
  ['level 1', [1], ['1–1: 1']],
  ['levels below thirteen', [1, 3], ['1–1: 1', '2–2: 0', '3–3: 1']],
  ['the edges of bands', [5, 6, 60], ['1–5: 1', '6–10: 1', ...Array(9).fill(expect.any(String)), '56–60: 1']],
  ['a level above a round one', [61], [...Array(6).fill(expect.any(String)), '61–70: 1']],
])('%s', (_, levels, bands) => {
  expect(inWords(levels)).toEqual(bands);
});

test('all levels fall into at most twelve bands without gaps or losses', () => {
  const counts = fc.array(fc.record({ level: fc.integer({ min: 1, max: 9999 }), characters: fc.nat(50) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(counts, (levels) => {
      const bands = bandsOfLevels(levels);
      expect(bands.length).toBeLessThanOrEqual(12);
      for (const [index, { from, to, characters }] of bands.entries()) {
        expect(from).toBe((bands[index - 1]?.to ?? 0) + 1);
        const within = levels.filter(({ level }) => level >= from && level <= to);
        expect(characters).toBe(within.reduce((sum, counted) => sum + counted.characters, 0));
      }
      expect(bands.at(-1)?.to).toBeGreaterThanOrEqual(Math.max(...levels.map(({ level }) => level)));
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { barsOfDays } from './bars.rules.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ day: `day ${index + 1}`, value: index + 1 }));
const bars = (count: number) =>
  barsOfDays(
    days(count),
    ({ value }) => value,
    (day) => day,
  );

describe('bars of days', () => {
  it('are days while they can be told apart', () => {
    expect(bars(0)).toEqual({ unit: 'day', bars: [] });
    expect(bars(62).unit).toBe('day');
    expect(bars(62).bars).toHaveLength(62);
    expect(bars(62).bars.at(-1)).toEqual({ label: 'day 62', value: 62 });
  });

  it.each([63, 64, 69, 90, 365, 366])(
    'are weeks of %i days, the last one whole, and lose nothing',
    (count) => {
      const { unit, bars: weeks } = bars(count);
      expect(unit).toBe('week');
      expect(weeks).toHaveLength(Math.ceil(count / 7));
      expect(weeks[0]?.label).toBe('day 1');
      expect(weeks.at(-1)?.label).toBe(`day ${count - 6}`);
      expect(weeks.reduce((sum, { value }) => sum + value, 0)).toBe((count * (count + 1)) / 2);
    },
  );
});

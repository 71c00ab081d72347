import { expect, test } from 'vitest';
import { lastMonth, periodFault, periodQuery } from './revenue-period.rules.ts';

test.each([
  ['2026-11-22T10:00:00Z', '2026-10-01', '2026-10-31'],
  ['2026-01-01T00:00:00Z', '2025-12-01', '2025-12-31'],
  ['2028-03-31T23:59:59Z', '2028-02-01', '2028-02-29'],
])('the month before %s is offered', (now, first, last) => {
  expect(lastMonth(new Date(now))).toEqual({ first, last });
});

test('the last day is part of the period', () => {
  expect(periodQuery({ first: '2026-10-01', last: '2026-12-31' })).toEqual({
    from: '2026-10-01T00:00:00Z',
    to: '2027-01-01T00:00:00Z',
  });
});

test('a period has two days in order', () => {
  expect(periodFault({ first: '2026-10-02', last: '2026-10-01' })).toBe('The last day is before the first.');
  expect(periodFault({ first: '', last: '2026-10-01' })).toBe('Please choose both days.');
  expect(periodFault({ first: '2026-10-01', last: '2026-10-01' })).toBeUndefined();
});

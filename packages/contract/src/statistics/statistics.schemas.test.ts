import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { periodQuery } from './statistics.schemas.ts';

const isTaken = (from: unknown, to: unknown) => z.safeParse(periodQuery, { from, to }).success;

test.each([
  ['one day', '2026-11-21', '2026-11-21'],
  ['a year with a leap day', '2024-01-01', '2024-12-31'],
  ['days to come', '2026-12-01', '2027-01-31'],
  ['the first day that can be asked for', '2000-01-01', '2000-01-01'],
  ['the last day there is', '9999-12-31', '9999-12-31'],
])('%s is a period', (_, from, to) => {
  expect(isTaken(from, to)).toBe(true);
});

test.each([
  ['a first day after the last', '2026-11-22', '2026-11-21'],
  ['367 days', '2024-01-01', '2025-01-01'],
  ['a day that does not exist', '2026-02-29', '2026-03-01'],
  ['the year 0', '0000-01-01', '0000-01-02'],
  ['the last century', '1999-12-31', '2000-01-01'],
  ['a time', '2026-11-21T00:00:00Z', '2026-11-22'],
  ['no last day', '2026-11-21', undefined],
  ['no text', 20261121, 20261122],
])('%s is none', (_, from, to) => {
  expect(isTaken(from, to)).toBe(false);
});

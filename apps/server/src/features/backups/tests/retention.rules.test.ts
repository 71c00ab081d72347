import { expect, test } from 'vitest';
import { chooseRemovable } from '#features/backups/retention.rules.ts';

const DAY = 86_400_000;

test('two backups a day for a year leave 7 days, 4 weeks and 6 months, each with its newest', () => {
  const end = Date.parse('2026-11-25T18:00:00Z');
  const backups = Array.from({ length: 730 }, (_, index) => ({ madeAt: new Date(end - (index * DAY) / 2) }));
  const removable = new Set(chooseRemovable(backups));
  const kept = backups.filter((backup) => !removable.has(backup)).map(({ madeAt }) => madeAt.toISOString());
  expect(kept.map((time) => time.slice(0, 13))).toEqual([
    ...['25', '24', '23', '22', '21', '20', '19'].map((day) => `2026-11-${day}T18`),
    '2026-11-15T18',
    '2026-11-08T18',
    '2026-10-31T18',
    '2026-09-30T18',
    '2026-08-31T18',
    '2026-07-31T18',
    '2026-06-30T18',
  ]);
});

test('the only backup stays, however old it is', () => {
  expect(chooseRemovable([{ madeAt: new Date(0) }])).toEqual([]);
});

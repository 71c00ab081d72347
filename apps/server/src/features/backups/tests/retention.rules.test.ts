import { expect, test } from 'vitest';
import { chooseRemovable } from '#features/backups/retention.rules.ts';

const HOUR = 3_600_000;

const backupOf = (ms: number) => ({ name: new Date(ms).toISOString(), madeAt: new Date(ms) });

test('two backups a day for a year leave the last day, 7 days, 4 weeks and 6 months, each with its newest', () => {
  const end = Date.parse('2026-11-25T18:00:00Z');
  const backups = Array.from({ length: 730 }, (_, index) => backupOf(end - index * 12 * HOUR));
  const removable = new Set(chooseRemovable(backups, { now: new Date(end), kept: [] }));
  const kept = backups.filter((backup) => !removable.has(backup)).map(({ madeAt }) => madeAt.toISOString());
  expect(kept.map((time) => time.slice(0, 13))).toEqual([
    '2026-11-25T18',
    '2026-11-25T06',
    ...['24', '23', '22', '21', '20', '19'].map((day) => `2026-11-${day}T18`),
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
  expect(chooseRemovable([backupOf(0)], { now: new Date(), kept: [] })).toEqual([]);
});

test('the backups of the last 24 hours stay, and those that lead back from an update however old they are', () => {
  const now = new Date('2026-11-25T18:00:00Z');
  const ofHours = (hours: number) => backupOf(now.getTime() - hours * HOUR);
  const [newest, recent, ofUpdate, old] = [ofHours(0), ofHours(1), ofHours(25), ofHours(26)];
  const next = ofHours(24.5);
  const removable = chooseRemovable([newest, recent, next, ofUpdate, old], { now, kept: [ofUpdate.name] });
  expect(removable).toEqual([old]);
});

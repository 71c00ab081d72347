import { expect, test } from 'vitest';
import { jumpAhead } from '#features/backups/epoch.rules.ts';

const accounts = (lastValue: string | null) => [
  { name: 'accounts_id_seq', type: 'integer' as const, lastValue },
];

test('jumps past whatever was given out since, also when the same backup is restored twice', () => {
  const [first] = jumpAhead(accounts('10'), { replaced: accounts('25'), secondsSince: 3600 });
  expect(first?.lastValue).toBe('1072025');
  const [second] = jumpAhead(accounts('10'), { replaced: [], secondsSince: 7200 });
  expect(Number(second?.lastValue)).toBeGreaterThan(Number(first?.lastValue) + 70_000);
});

test('jumps where nothing was given out before the backup, and refuses when no number is left', () => {
  expect(jumpAhead(accounts(null), { replaced: [], secondsSince: -5 })[0]?.lastValue).toBe('1000000');
  expect(() => jumpAhead(accounts('2147000000'), { replaced: [], secondsSince: 0 })).toThrow(
    /accounts_id_seq/,
  );
});

import { expect, test } from 'vitest';
import { auditValueText } from './audit-text.ts';

const textOf = (field: string, value: unknown) => auditValueText(field, value, (iso) => iso);

test('codes become words, and names stay as they were entered', () => {
  expect(textOf('reviewReason', 'amount_differs')).toBe('Amount differs');
  expect(textOf('userName', 'shadow_walker')).toBe('shadow_walker');
});

test('actions have their titles, and what lasts for good has no end', () => {
  expect(textOf('action', 'GRANT_VETERAN_PACK')).toBe('Grant Veteran Pack');
  expect(textOf('date', null)).toBe('no end');
  expect(textOf('endTime', null)).toBe('no end');
  expect(textOf('saleEndDate', null)).toBe('–');
});

test('amounts are grouped, and ids are not', () => {
  expect(textOf('agaiaCoins', 20_000)).toBe('20,000');
  expect(textOf('accountDBID', 20_000)).toBe('20000');
  expect(textOf('pictureIds', [1000, 2000])).toBe('1000; 2000');
});

import { expect, test } from 'vitest';
import { stockAfterEdit } from '#features/products/admin/products.rules.ts';

test.each<[string, Parameters<typeof stockAfterEdit>[0], number | null]>([
  ['stays when it was not touched', { seen: 10, wanted: 10, current: 7 }, 7],
  ['stays without a limit when it was not touched', { seen: null, wanted: null, current: null }, null],
  ['grows by what was added', { seen: 10, wanted: 15, current: 7 }, 12],
  ['shrinks by what was taken away', { seen: 10, wanted: 8, current: 7 }, 5],
  ['is none when more was taken away than is left', { seen: 10, wanted: 1, current: 7 }, 0],
  ['is what was asked for where there was no limit', { seen: null, wanted: 5, current: null }, 5],
  ['has no limit any more', { seen: 5, wanted: null, current: 3 }, null],
  ['is set outright by an editor who had read nothing', { seen: undefined, wanted: 5, current: 3 }, 5],
  ['is set outright where somebody else has removed the limit', { seen: 5, wanted: 6, current: null }, 6],
  ['is set outright where somebody else has set a limit', { seen: null, wanted: 6, current: 2 }, 6],
])('the stock %s', (_, edit, stock) => {
  expect(stockAfterEdit(edit)).toBe(stock);
});

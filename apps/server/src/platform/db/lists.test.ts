import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { containing, countRows, idIn } from './lists.ts';

test.each<[string, number | undefined]>([
  ['1', 1],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['0', undefined],
  ['01', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  [' 1', undefined],
  ['', undefined],
])('%j as an id is %s', (text, id) => {
  expect(idIn(text)).toBe(id);
});

describe('a search', () => {
  test.each([
    ['a text in the middle', 'tern', 'A lantern', true],
    ['capitals and small letters alike', 'LANTERN', 'A lantern', true],
    ['a percent sign as what it is', '100%', '1000 coins', false],
    ['a percent sign', '100%', 'now 100% free', true],
    ['an underscore as what it is', 'a_b', 'acb', false],
    ['a backslash', String.raw`a\b`, String.raw`xa\by`, true],
    ['a backslash as what it is', String.raw`a\%`, 'a%', false],
  ])('finds %s', async (_, term, text, isFound) => {
    const { db } = await useTestDatabase();
    const { rows } = await db.execute(sql`select ${text}::text ilike ${containing(term)} as found`);
    expect(rows).toEqual([{ found: isFound }]);
  });
});

test('counting is exact up to a thousand, and beyond that only for a list that is scrolled', async () => {
  const { db } = await useTestDatabase();
  const count = (rows: number, pageSize: '10' | 'all') =>
    countRows(db, sql`select from generate_series(1, ${rows}::int)`, { pageSize });
  expect(await count(0, '10')).toEqual({ total: 0, totalIsExact: true });
  expect(await count(1000, '10')).toEqual({ total: 1000, totalIsExact: true });
  expect(await count(1001, '10')).toEqual({ total: 1000, totalIsExact: false });
  expect(await count(2500, 'all')).toEqual({ total: 2500, totalIsExact: true });
});

import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { containing, idIn, startsWithDigits } from './search-text.ts';

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

test.each([
  ['12', [12, 120, 129, 1200, 12_345, 1_299_999_999], [1, 13, 119, 130, 112, 21]],
  ['2', [2, 20, 2_147_483_647], [1, 3, 12]],
  ['2147483647', [2_147_483_647], [214_748_364]],
  ['2147483648', [], [214_748_364, 2_147_483_647]],
  ['0', [], [0, 10]],
  ['012', [], [12]],
  ['1e3', [], [1000]],
  ['', [], [1]],
])('ids that start with %j are found, and no others', async (digits, found, others) => {
  const { db } = await useTestDatabase();
  const conditions = startsWithDigits(sql`id`, digits);
  const anyOf = conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `);
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from unnest(${sql.param([...found, ...others])}::int[]) as id where ${anyOf}`);
  expect(rows.map(({ id }) => id)).toEqual(found);
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { countListed, pageOf, startsWithDigits } from './list-ways.ts';

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

const EVENS = sql`select 2 * n as number from generate_series(1, 40) n`;
const THIRDS = sql`select 3 * n as number from generate_series(1, 40) n`;

test('a page of several ways has each row once, in order, and every row is on one page', async () => {
  const { db } = await useTestDatabase();
  const rows = { ways: [EVENS, THIRDS], order: sql`number desc` };
  const numbers: number[] = [];
  for (let page = 1; page <= 8; page += 1) {
    const answer = await db.execute<{ number: number }>(pageOf(rows, { page, pageSize: '10' }));
    numbers.push(...answer.rows.map(({ number }) => number));
  }
  const expected = Array.from({ length: 120 }, (_, n) => 120 - n).filter(
    (number) => (number % 2 === 0 && number <= 80) || number % 3 === 0,
  );
  expect(numbers).toEqual(expected);
  expect(await countListed(db, rows, { page: 1, pageSize: '10' })).toEqual({
    total: expected.length,
    totalIsExact: true,
  });
});

test('counting stops at a thousand, or where the page ends', async () => {
  const { db } = await useTestDatabase();
  const rows = { ways: [sql`select n from generate_series(1, 1250) n`], order: sql`n` };
  const count = (page: number) => countListed(db, rows, { page, pageSize: 'all' });
  expect(await count(1)).toEqual({ total: 1000, totalIsExact: false });
  expect(await count(12)).toEqual({ total: 1200, totalIsExact: false });
  expect(await count(13)).toEqual({ total: 1250, totalIsExact: true });
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { recordStatements } from '#test/plans.ts';
import { type CountTo, limited, type PageRequest, readPage } from './read-page.ts';

/** A list of so many rows, and what it sends to the database. */
async function useList(rows: number) {
  const { db, statements } = recordStatements(await useTestDatabase());
  const all = sql`select n from generate_series(1, ${rows}::int) n`;
  const read = async (countTo: CountTo, request: PageRequest) => {
    const page = await readPage(db, request, {
      select: async ({ offset, limit }) =>
        (await db.execute<{ n: number }>(sql`${all} order by n offset ${offset} limit ${limit}`)).rows,
      countable: (most) => limited(all, most),
      countTo,
    });
    return { numbers: page.rows.map(({ n }) => n), ...page.totals };
  };
  return { read, statements };
}

const FIRST = { page: 1, pageSize: '10' } as const;
const LAST_OF_1250 = { page: 125, pageSize: '10' } as const;

test.each<[rows: number, countTo: CountTo, request: PageRequest, total: number, totalIsExact: boolean]>([
  [0, 'limit', FIRST, 0, true],
  [1000, 'limit', FIRST, 1000, true],
  [1001, 'limit', FIRST, 1000, false],
  [1250, 'limit', { page: 2, pageSize: 'all' }, 1000, false],
  [1250, 'limit', { page: 12, pageSize: 'all' }, 1000, false],
  [1250, 'limit', LAST_OF_1250, 1250, true],
  [1250, 'page', { page: 12, pageSize: 'all' }, 1200, false],
  [1250, 'page', LAST_OF_1250, 1250, true],
  [2500, 'all', { page: 1, pageSize: 'all' }, 2500, true],
  [1000, 'capped', FIRST, 1000, true],
  [1001, 'capped', FIRST, 1000, false],
  [1250, 'capped', LAST_OF_1250, 1000, false],
])('of %i rows counted to %s, %o reports %i, exactly: %s', async (rows, countTo, request, ...totals) => {
  const { read } = await useList(rows);
  const { total, totalIsExact } = await read(countTo, request);
  expect([total, totalIsExact]).toEqual(totals);
});

test('a page that reaches the end of its list needs no count', async () => {
  const { read, statements } = await useList(15);
  const { numbers, ...totals } = await read('limit', { page: 2, pageSize: '10' });
  expect(numbers).toEqual([11, 12, 13, 14, 15]);
  expect(totals).toEqual({ total: 15, totalIsExact: true });
  expect(statements).toHaveLength(1);
});

test('a full page is not the end while another row follows', async () => {
  const { read, statements } = await useList(11);
  expect(await read('limit', FIRST)).toMatchObject({ numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], total: 11 });
  expect(statements).toHaveLength(2);
});

test('a page beyond the end has no rows and the full total', async () => {
  const { read } = await useList(15);
  const beyond = { page: 7, pageSize: '10' } as const;
  expect(await read('page', beyond)).toEqual({ numbers: [], total: 15, totalIsExact: true });
});

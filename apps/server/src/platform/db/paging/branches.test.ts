import { type SQL, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { recordStatements } from '#test/plans.ts';
import { type BranchedRows, readBranchedPage, readKeyedPage } from './branches.ts';
import type { PageRequest } from './read-page.ts';

const EVENS = sql`select 2 * n as number from generate_series(1, 40) n`;
const THIRDS = sql`select 3 * n as number from generate_series(1, 40) n`;

const READS = ['page and count apart', 'keys and count at once'] as const;

/** A list of numbers, and what it sends to the database. */
async function useNumbers(found: BranchedRows, how: (typeof READS)[number]) {
  const { db, statements } = recordStatements(await useTestDatabase());
  const select = async (page: SQL) => (await db.execute<{ number: number }>(page)).rows;
  const read = (request: PageRequest) =>
    how === 'page and count apart'
      ? readBranchedPage(db, request, { ...found, countTo: 'page', select })
      : readKeyedPage(db, request, { ...found, columns: sql`number int`, select });
  return { read, statements };
}

describe.each(READS)('%s', (how) => {
  test('a page of several branches lists each row once, in order, and each row on one page', async () => {
    const { read } = await useNumbers({ branches: [EVENS, THIRDS], order: sql`number desc` }, how);
    const expected = Array.from({ length: 120 }, (_, n) => 120 - n).filter(
      (number) => (number % 2 === 0 && number <= 80) || number % 3 === 0,
    );
    const numbers: number[] = [];
    for (let page = 1; page <= 8; page += 1) {
      const { rows, totals } = await read({ page, pageSize: '10' });
      numbers.push(...rows.map(({ number }) => number));
      expect(totals).toEqual({ total: expected.length, totalIsExact: true });
    }
    expect(numbers).toEqual(expected);
  });

  test('counting stops at a thousand, or at the end of the page', async () => {
    const { read } = await useNumbers(
      {
        branches: [sql`select n as number from generate_series(1, 1250) n`],
        order: sql`number`,
      },
      how,
    );
    const count = async (page: number) => (await read({ page, pageSize: 'all' })).totals;
    expect(await count(1)).toEqual({ total: 1000, totalIsExact: false });
    expect(await count(12)).toEqual({ total: 1200, totalIsExact: false });
    expect(await count(13)).toEqual({ total: 1250, totalIsExact: true });
    // Beyond the end.
    expect(await count(14)).toEqual({ total: 1250, totalIsExact: true });
  });

  test('a list without branches is empty and runs no query', async () => {
    const { read, statements } = await useNumbers({ branches: [], order: sql`number` }, how);
    expect(await read({ page: 2, pageSize: '10' })).toEqual({
      rows: [],
      totals: { total: 0, totalIsExact: true },
    });
    expect(statements).toEqual([]);
  });
});

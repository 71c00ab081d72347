import { COUNT_LIMIT, type PageSize, pageWindow } from '@waygate/contract/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/** Rows of a list, before they are sorted and cut. */
export type ListedRows = {
  /**
   * One `select` for each way to find rows, so that each can use an index of its own; all with the same columns.
   * None: nothing is found.
   */
  ways: SQL[];
  /** Names of those columns, with directions: an index of each way has this order, or its rows are few. */
  order: SQL;
};

export type ListWindow = { page: number; pageSize: PageSize };

/**
 * The rows of one page. It reads no more of each way than the page and those before it.
 *
 * @returns a `select` to be used as a subquery; whoever joins it sorts again
 */
export function pageOf({ ways, order }: ListedRows, window: ListWindow): SQL {
  const { offset, limit } = pageWindow(window);
  const found = ways.map((way) => sql`(${way} order by ${order} limit ${offset + limit})`);
  return sql`select * from (${sql.join(found, sql` union `)}) as found order by ${order} offset ${offset} limit ${limit}`;
}

export type Totals = { total: number; totalIsExact: boolean };

/** How many rows there are: as far as counting is cheap, and at least as far as the page goes. */
export async function countListed(db: Db, { ways, order }: ListedRows, window: ListWindow): Promise<Totals> {
  const { offset, limit } = pageWindow(window);
  const most = Math.max(COUNT_LIMIT, offset + limit);
  // In the list's order, in which rows can be told apart as they come.
  const found = ways.map((way) => sql`(${way} order by ${order} limit ${most + 1})`);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from (${sql.join(found, sql` union `)}) as found limit ${most + 1}) as counted`);
  const count = rows[0]?.count ?? 0;
  return { total: Math.min(count, most), totalIsExact: count <= most };
}

/**
 * Conditions that an id starts with these digits: one for each number of digits, each a range that an index of the
 * column has in its order. None for what is no number.
 */
export function startsWithDigits(column: SQL, digits: string): SQL[] {
  return rangesOfPrefix(digits).map(([from, to]) => sql`${column} between ${from} and ${to}`);
}

const GREATEST_ID = 2_147_483_647;

/** '12' → 12, 120 to 129, 1200 to 1299 … as far as ids go. */
function rangesOfPrefix(digits: string): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  if (!/^[1-9]\d{0,9}$/.test(digits)) return ranges;
  for (let [from, width] = [Number(digits), 1]; from <= GREATEST_ID; from *= 10, width *= 10) {
    ranges.push([from, Math.min(from + width - 1, GREATEST_ID)]);
  }
  return ranges;
}

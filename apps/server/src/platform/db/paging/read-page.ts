import { COUNT_LIMIT, type PageSize, pageWindow } from '@waygate/contract/lists';
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** The page that a list's query asks for. */
export type PageRequest = { page: number; pageSize: PageSize };

export type RowWindow = { offset: number; limit: number };

/** How many rows a list has. Not exact: at least so many. */
export type Totals = { total: number; totalIsExact: boolean };

export type Page<Row> = { rows: Row[]; totals: Totals };

/**
 * How far rows are counted where the page doesn't show the end of the list:
 * `limit` to COUNT_LIMIT, `page` also to the end of the page, `all` to the last row.
 * `capped` counts to COUNT_LIMIT and never reports more, not even where the end is known.
 */
export type CountTo = 'limit' | 'page' | 'all' | 'capped';

type PagedList<Row> = {
  /** Selects these rows in the order of the list. */
  select: (window: RowWindow) => PromiseLike<Row[]>;
  /** A query that has one row for each row of the list, if possible no more than `most`. */
  countable: (most: number | undefined) => SQLWrapper;
  countTo: CountTo;
};

/** One page of a list and its totals. Counts only where the page doesn't show the end of the list. */
export async function readPage<Row>(
  db: Pick<Db, 'execute'>,
  request: PageRequest,
  list: PagedList<Row>,
): Promise<Page<Row>> {
  return readWindow(db, pageWindow(request), list);
}

/** Like `readPage`, for a list whose pages have any size. */
export async function readWindow<Row>(
  db: Pick<Db, 'execute'>,
  window: RowWindow,
  { select, countable, countTo }: PagedList<Row>,
): Promise<Page<Row>> {
  const { rows, end } = cutPage(await select(withOneMore(window)), window);
  if (end !== undefined && countTo !== 'capped') return { rows, totals: exactly(end) };
  const most = countLimit(countTo, window);
  const count = end ?? (await countRows(db, countable(most === undefined ? undefined : most + 1)));
  return { rows, totals: countedTo(most, count) };
}

/** One row more than the page shows tells whether others follow. */
export function withOneMore<Window extends RowWindow>(window: Window): Window {
  return { ...window, limit: window.limit + 1 };
}

/**
 * @param found the rows of `withOneMore(window)`
 * @returns the rows of the page; `end` is how many rows the list has, if the page shows its end
 */
export function cutPage<Row>(
  found: Row[],
  { offset, limit }: RowWindow,
): { rows: Row[]; end: number | undefined } {
  const isEnd = found.length <= limit && (found.length > 0 || offset === 0);
  return { rows: found.slice(0, limit), end: isEnd ? offset + found.length : undefined };
}

/** @param count of rows that were counted up to one more than `most` */
export function countedTo(most: number | undefined, count: number): Totals {
  return most === undefined || count <= most ? exactly(count) : { total: most, totalIsExact: false };
}

export function exactly(total: number): Totals {
  return { total, totalIsExact: true };
}

/** How many rows are counted at most; undefined for all. */
export function countLimit(countTo: 'page', window: RowWindow): number;
export function countLimit(countTo: CountTo, window: RowWindow): number | undefined;
export function countLimit(countTo: CountTo, { offset, limit }: RowWindow): number | undefined {
  switch (countTo) {
    case 'all':
      return undefined;
    case 'page':
      return Math.max(COUNT_LIMIT, offset + limit);
    case 'limit':
    case 'capped':
      return COUNT_LIMIT;
  }
}

/** @param rows a query that has one row for each row to count */
export async function countRows(db: Pick<Db, 'execute'>, rows: SQLWrapper): Promise<number> {
  const answer = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${rows}) as counted`,
  );
  return answer.rows[0]?.count ?? 0;
}

/** @param query without a limit */
export function limited(query: SQLWrapper, most: number | undefined): SQLWrapper {
  return most === undefined ? query : sql`${query} limit ${most}`;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { pageWindow } from '@waygate/contract/lists';
import {
  countedTo,
  countLimit,
  countRows,
  type CountTo,
  cutPage,
  type Page,
  type PageRequest,
  readPage,
  type RowWindow,
  withOneMore,
} from './read-page.ts';

/** The rows of a list, before they are sorted and cut. */
export type BranchedRows = {
  /**
   * One `select` for each condition that finds rows, so that each can use its own index; all with the same columns.
   * A row that several of them find counts once. None: nothing is found.
   */
  branches: SQL[];
  /** Names of those columns, with directions: an index of each branch has this order, or its rows are few. */
  order: SQL;
};

/**
 * One page of a list whose rows are found by branches, and its totals.
 *
 * @param select joins the page, a `select` to be used as a subquery, with what else is shown, and sorts again
 */
export async function readBranchedPage<Row>(
  db: Pick<Db, 'execute'>,
  request: PageRequest,
  {
    select,
    countTo,
    ...found
  }: BranchedRows & { countTo: CountTo; select: (page: SQL) => PromiseLike<Row[]> },
): Promise<Page<Row>> {
  if (found.branches.length === 0) return NOTHING;
  return readPage(db, request, {
    select: (window) => select(selectWindow(found, window)),
    countable: (most) => selectFirst(found, most),
    countTo,
  });
}

/**
 * The same for branches that take longer to plan than to run. They are planned once, for the page and its count together, and the
 * page's columns then find what else is shown.
 *
 * @param columns their names and types, as for `json_to_recordset`
 */
export async function readKeyedPage<Row>(
  db: Pick<Db, 'execute'>,
  request: PageRequest,
  {
    branches,
    order,
    columns,
    select,
  }: BranchedRows & { columns: SQL; select: (page: SQL) => PromiseLike<Row[]> },
): Promise<Page<Row>> {
  if (branches.length === 0) return NOTHING;
  const window = pageWindow(request);
  const most = countLimit('page', window);
  const { offset, limit } = withOneMore(window);
  const answer = await db.execute<{ count: number; keys: unknown[] | null }>(sql`
    with first as materialized (${selectWindow({ branches, order }, { offset: 0, limit: most + 1 })})
    select (select count(*)::int from first) as count,
      (select json_agg(page) from (select * from first order by ${order} offset ${offset} limit ${limit}) as page) as keys`);
  const [{ count, keys } = { count: 0, keys: null }] = answer.rows;
  const { rows } = cutPage(keys ?? [], window);
  const totals = countedTo(most, count);
  if (rows.length === 0) return { rows: [], totals };
  const page = sql`select * from json_to_recordset(${JSON.stringify(rows)}::json) as page(${columns})`;
  return { rows: await select(page), totals };
}

const NOTHING = { rows: [], totals: { total: 0, totalIsExact: true } };

/** The first rows of a list whose rows are found by branches, such as those after a place. `select` as for a page. */
export async function readFirstRows<Row>(
  found: BranchedRows,
  limit: number,
  select: (page: SQL) => PromiseLike<Row[]>,
): Promise<Row[]> {
  return found.branches.length === 0 ? [] : select(selectWindow(found, { offset: 0, limit }));
}

/** Selects the rows of a window in their order. Reads no more of each branch than the window and what is before it. */
function selectWindow({ branches, order }: BranchedRows, { offset, limit }: RowWindow): SQL {
  const found = branches.map((branch) => sql`(${branch} order by ${order} limit ${offset + limit})`);
  return sql`select * from (${sql.join(found, sql` union `)}) as found order by ${order} offset ${offset} limit ${limit}`;
}

/** How many rows there are, up to a number. */
export async function countBranches(
  db: Pick<Db, 'execute'>,
  found: BranchedRows,
  most: number,
): Promise<number> {
  return found.branches.length === 0 ? 0 : countRows(db, selectFirst(found, most));
}

function selectFirst({ branches, order }: BranchedRows, most: number | undefined): SQL {
  if (most === undefined) return sql.join(branches, sql` union `);
  // In the list's order, in which rows can be told apart as they come.
  const found = branches.map((branch) => sql`(${branch} order by ${order} limit ${most})`);
  return sql`select from (${sql.join(found, sql` union `)}) as found limit ${most}`;
}

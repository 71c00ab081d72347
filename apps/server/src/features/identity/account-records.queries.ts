import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#platform/db/database.ts';
import {
  countListed,
  type ListedRows,
  type ListWindow,
  pageOf,
  type Totals,
} from '#platform/db/list-ways.ts';
import { countRows, idIn } from '#platform/db/lists.ts';
import { findAccountsNamed, isOfNamed } from './account-search.queries.ts';

/** What staff ask of a list of records that accounts have. The sort is by their id, descending with a minus. */
export type RecordListing = ListWindow & {
  search: string;
  sort: string;
  account?: number | undefined;
};

/** One kind of records that accounts have: orders, deliveries. */
type Records = {
  id: PgColumn;
  accountId: PgColumn;
  /** What holds for each of those that are listed. */
  filter: SQL | undefined;
  /** What else the text of a search may be, besides a record's id, or an account's id or name. */
  meanings: (text: string, id: number | undefined) => SQL[];
};

/**
 * The records of one page, to be selected from `page` and joined by `record_id`, and how many there are. Only ids
 * are read up to the page, which an index knows by itself.
 */
export async function findRecords(
  db: Db,
  records: Records,
  listing: RecordListing,
): Promise<{ page: SQL; order: SQL; totals: Totals }> {
  const search = listing.search.trim();
  const { id, accountId, filter } = records;
  const { account } = listing;
  const isFound = and(
    filter,
    account === undefined ? undefined : eq(accountId, account),
    search === '' ? undefined : await isMeant(db, records, search),
  );
  const ids = sql`select ${id} as record_id from ${id.table} where ${isFound ?? sql`true`}`;
  const order = sql`record_id ${listing.sort.startsWith('-') ? sql`desc` : sql`asc`}`;
  const listed: ListedRows = { ways: [ids], order };
  // Without a search, an index tells soon how many there are for a list that is scrolled from end to end.
  const isCounted = search === '' && listing.pageSize === 'all';
  const totals = await (isCounted ? countRows(db, ids, listing) : countListed(db, listed, listing));
  return { page: sql`(${pageOf(listed, listing)}) as page`, order, totals };
}

async function isMeant(db: Db, { id, accountId, meanings }: Records, search: string): Promise<SQL> {
  const number = idIn(search);
  const byId = number === undefined ? [] : [eq(id, number), eq(accountId, number)];
  const isNamed = isOfNamed(accountId, await findAccountsNamed(db, search));
  // Nothing is meant by a text that is neither an id nor a part of a name.
  return or(...byId, ...meanings(search, number), isNamed) ?? sql`false`;
}

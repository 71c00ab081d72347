import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#platform/db/database.ts';
import { readBranchedPage } from '#platform/db/paging/branches.ts';
import type { Page, PageRequest } from '#platform/db/paging/read-page.ts';
import { idIn } from '#platform/db/search-text.ts';
import { findAccountsNamed, isOfNamed } from './account-search.queries.ts';

/** What staff ask of a list of records that accounts have. The sort is by their id, descending with a minus. */
export type RecordListing = PageRequest & {
  search: string;
  sort: string;
  account?: number | undefined;
};

/** One kind of records that accounts have: orders, deliveries. */
type Records<Row> = {
  id: PgColumn;
  accountId: PgColumn;
  /** What holds for each of those that are listed. */
  filter: SQL | undefined;
  /** What else the text of a search may be, besides a record's id, or an account's id or name. */
  meanings: (text: string, id: number | undefined) => SQL[];
  /** Selects from `page` what is shown of the records, joined by `record_id`. */
  select: (page: SQL, order: SQL) => PromiseLike<Row[]>;
};

/** One page of records, and their totals. Only ids are read up to the page, which an index knows by itself. */
export async function selectRecordsPage<Row>(
  db: Db,
  records: Records<Row>,
  listing: RecordListing,
): Promise<Page<Row>> {
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
  return readBranchedPage(db, listing, {
    branches: [ids],
    order,
    // Without a search, an index soon counts all of a list that is scrolled from end to end.
    countTo: search === '' && listing.pageSize === 'all' ? 'all' : 'page',
    select: (page) => records.select(sql`(${page}) as page`, order),
  });
}

async function isMeant(
  db: Db,
  { id, accountId, meanings }: Pick<Records<unknown>, 'id' | 'accountId' | 'meanings'>,
  search: string,
): Promise<SQL> {
  const number = idIn(search);
  const byId = number === undefined ? [] : [eq(id, number), eq(accountId, number)];
  const isNamed = isOfNamed(accountId, await findAccountsNamed(db, search));
  // Nothing is meant by a text that is neither an id nor a part of a name.
  return or(...byId, ...meanings(search, number), isNamed) ?? sql`false`;
}

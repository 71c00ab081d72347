import { and, eq, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#platform/db/database.ts';
import {
  type BranchedRows,
  countBranches,
  readBranchedPage,
  readFirstRows,
} from '#platform/db/paging/branches.ts';
import type { Page, PageRequest } from '#platform/db/paging/read-page.ts';
import { idIn, isFoundFirst } from '#platform/db/search-text.ts';
import { findAccountsNamed, isOfNamed } from './account-search.queries.ts';

/** What staff ask of a list of records that accounts have. The sort is by their id, descending with a minus. */
export type RecordListing = {
  search: string;
  sort: string;
  account?: number | undefined;
  /** Created since and before. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** One kind of records that accounts have: orders, deliveries. */
export type Records<Row> = {
  id: PgColumn;
  accountId: PgColumn;
  createdAt: PgColumn;
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
  listing: RecordListing & PageRequest,
): Promise<Page<Row>> {
  const { branches, order } = await foundBy(db, records, listing);
  return readBranchedPage(db, listing, {
    branches,
    order,
    // Without a search, an index soon counts all of a list that is scrolled from end to end.
    countTo: listing.search.trim() === '' && listing.pageSize === 'all' ? 'all' : 'page',
    select: (page) => records.select(sql`(${page}) as page`, order),
  });
}

/** The next records after one of them, or the first. */
export async function selectRecordsAfter<Row>(
  db: Db,
  records: Records<Row>,
  listing: RecordListing,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<Row[]> {
  const found = await foundBy(db, records, listing, after);
  return readFirstRows(found, limit, (page) => records.select(sql`(${page}) as page`, found.order));
}

/** How many records there are, up to a number. */
export async function countRecords(
  db: Db,
  records: Records<unknown>,
  listing: RecordListing,
  most: number,
): Promise<number> {
  return countBranches(db, await foundBy(db, records, listing), most);
}

async function foundBy(
  db: Db,
  records: Omit<Records<unknown>, 'select'>,
  { search: text, account, from, to, ...listing }: RecordListing,
  after?: number,
): Promise<BranchedRows> {
  const search = text.trim();
  const { id, accountId, createdAt, filter } = records;
  const isFound = and(
    filter,
    account === undefined ? undefined : eq(accountId, account),
    from && gte(createdAt, from),
    to && lt(createdAt, to),
    search === '' ? undefined : await isMeant(db, records, search),
  );
  const select = (where: SQL | undefined) =>
    sql`select ${id} as record_id from ${id.table} where ${where ?? sql`true`}`;
  const isNext = after && (isDescending(listing) ? lt(id, after) : gt(id, after));
  // PostgreSQL doesn't know that ids grow with time. It would walk to a period from the end of the list, row by row.
  const isPeriod = from && to && !isNext;
  return {
    branches: [
      isPeriod ? select(isFoundFirst(id, select(isFound))) : select(and(isFound, isNext || undefined)),
    ],
    order: sql`record_id ${isDescending(listing) ? sql`desc` : sql`asc`}`,
  };
}

function isDescending({ sort }: Pick<RecordListing, 'sort'>): boolean {
  return sort.startsWith('-');
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

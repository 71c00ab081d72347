import { and, type SQL, sql } from 'drizzle-orm';
import { isInForce, nameOrEmailLike, selectHiddenAccounts } from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { countRows, limited, type Page, readPage } from '#platform/db/paging/read-page.ts';
import { type AdminAccount, selectAdminAccounts } from './accounts.admin.queries.ts';
import {
  allIds,
  isByEmail,
  isNamedBy,
  noneOf,
  selectIds,
  splitAfter,
  type UserListQuery,
} from './user-order.queries.ts';

/** What the list is narrowed by. */
export type UserFilter = Pick<UserListQuery, 'search' | 'state' | 'from' | 'to'>;

/** Accounts in a state, or registered in a period. Each finds its rows by an index. */
export function filterOf({ state, from, to }: UserFilter): SQL | undefined {
  return and(
    state && sql`account_search.account_id in (${IN_STATE[state]})`,
    from && sql`account_search.registered_at >= ${from.toISOString()}::timestamptz`,
    to && sql`account_search.registered_at < ${to.toISOString()}::timestamptz`,
  );
}

const IN_STATE = {
  banned: sql`select bans.account_id from bans where ${isInForce}`,
  unconfirmed: sql`select id from accounts where email_confirmed_at is null`,
  staff: sql`select id from accounts where web_mgt > 1 or permission > 0 or sections <> '{}'`,
  erasure: sql`select account_id from account_erasures where erased_at is null`,
};

/** A page of accounts that are filtered. With a search, what is named comes in the list's order like everything else. */
export function readFilteredPage(
  db: Db,
  { query, hidden }: { query: UserListQuery; hidden: number[] },
): Promise<Page<number>> {
  const { sort } = query;
  const match = matchOf(query, hidden);
  return readPage(db, query, {
    select: async (window) => {
      // By e-mail, those whose e-mail is hidden come first: their place would tell it.
      const first = isByEmail(sort) ? await selectIds(db, hiddenIds(hidden, match)) : [];
      const { head, rest } = splitAfter(first, { ...window, sort, hidden });
      return [...head, ...(await selectIds(db, allIds(and(match, noneOf(first)), rest)))];
    },
    countable: (most) => limited(sql`select from account_search where ${match}`, most),
    countTo: 'limit',
  });
}

function hiddenIds(hidden: number[], match: SQL): SQL {
  return sql`select account_id as id from account_search
    where account_id = any(${sql.param(hidden)}::int[]) and ${match} order by account_id`;
}

/** The next accounts after one of them, or the first, by id. */
export async function selectUsersAfter(
  db: Db,
  viewer: Viewer,
  { query, after, limit }: { query: UserFilter; after: number | undefined; limit: number },
): Promise<AdminAccount[]> {
  const isNext = after === undefined ? undefined : sql`account_search.account_id > ${after}`;
  const match = and(matchOf(query, await selectHiddenAccounts(db, viewer)), isNext);
  return selectAdminAccounts(
    db,
    await selectIds(db, allIds(match, { sort: 'accountDBID', offset: 0, limit })),
  );
}

export async function countUsers(
  db: Db,
  viewer: Viewer,
  { query, most }: { query: UserFilter; most: number },
): Promise<number> {
  const match = matchOf(query, await selectHiddenAccounts(db, viewer));
  return countRows(db, limited(sql`select from account_search where ${match}`, most));
}

function matchOf(query: UserFilter, hidden: number[]): SQL {
  const search = query.search.trim();
  return and(filterOf(query), search === '' ? undefined : isFound(search, hidden)) ?? sql`true`;
}

function isFound(search: string, hidden: number[]): SQL {
  return sql`(${nameOrEmailLike(search, hidden)} or ${isNamedBy(search, hidden)})`;
}

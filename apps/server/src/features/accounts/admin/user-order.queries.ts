import type { listUsers } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { ParsedInput } from '@waygate/contract/endpoint';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { RowWindow } from '#platform/db/paging/read-page.ts';
import { idIn } from '#platform/db/search-text.ts';

export type UserListQuery = ParsedInput<typeof listUsers>['query'];
export type UserSort = UserListQuery['sort'];

/** `hidden`: ids of accounts whose e-mail these staff may neither search nor sort by. */
export type UserWindow = RowWindow & { sort: UserSort; hidden: number[] };

/** The part of a window that lies in the rows that come first, and the window of the others. */
export function splitAfter(first: number[], window: UserWindow): { head: number[]; rest: UserWindow } {
  const { offset, limit } = window;
  const head = first.slice(offset, offset + limit);
  return {
    head,
    rest: { ...window, offset: Math.max(offset - first.length, 0), limit: limit - head.length },
  };
}

export function noneOf(ids: number[]): SQL | undefined {
  return ids.length === 0 ? undefined : sql`account_search.account_id <> all(${sql.param(ids)}::int[])`;
}

/** Condition on account_search: this very id, name or e-mail address was searched for. */
export function isNamedBy(search: string, hidden: number[]): SQL {
  const text = sql`lower(${search}::text)`;
  return sql`(account_search.account_id = ${idIn(search) ?? 0} or account_search.user_name = ${text}
    or (account_search.email = ${text} and account_search.account_id <> all(${sql.param(hidden)}::int[])))`;
}

export async function selectIds(db: Db, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(query);
  return rows.map(({ id }) => id);
}

/** A query of all ids in their order. What is skipped is read from an index alone. */
export function allIds(
  match: SQL | undefined,
  { sort, offset, limit }: Pick<UserWindow, 'sort' | 'offset' | 'limit'>,
): SQL {
  const id = isByLogin(sort) ? sql`account_activity.account_id` : sql`account_search.account_id`;
  return sql`
    select ${id} as id from ${isByLogin(sort) ? withLogins(match) : sql`account_search`}
    ${match ? sql`where ${match}` : sql``}
    ${orderBy(orderOf(sort, sql`account_search`), id)} limit ${limit} offset ${offset}`;
}

/** The table with the last sign-in, joined with what is searched only where that has a condition. */
function withLogins(match: SQL | undefined): SQL {
  const table = sql`account_activity`;
  return match ? sql`${table} join account_search using (account_id)` : table;
}

export function isById(sort: UserSort): boolean {
  return sort === 'accountDBID' || sort === '-accountDBID';
}

/** The one order that the search's own table does not have. */
export function isByLogin(sort: UserSort): boolean {
  return sort === 'lastLoginTime' || sort === '-lastLoginTime';
}

export function isByName(sort: UserSort): boolean {
  return sort === 'userName' || sort === '-userName';
}

export function isByEmail(sort: UserSort): boolean {
  return sort === 'email' || sort === '-email';
}

/** `direction` of the key says where its nulls are; an id has none, and an index's order only counts if none are mentioned. */
export type UserOrder = { key: SQL; direction: SQL; idDirection: SQL };

export function orderBy({ key, direction, idDirection }: UserOrder, id: SQL): SQL {
  return sql`order by ${key} ${direction}, ${id} ${idDirection}`;
}

/** The order of matches, which are few. */
export function matchOrder(sort: UserSort): UserOrder {
  const order = orderOf(sort, sql`account_search`);
  // Not joined: the planner would rather read the whole table once than a thousand by their ids.
  const lastLogin = sql`(
    select last_login_at from account_activity where account_activity.account_id = account_search.account_id)`;
  return { ...order, key: isByLogin(sort) ? lastLogin : order.key };
}

export function orderOf(sort: UserSort, table: SQL): UserOrder {
  const idDirection = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const byKey = (key: SQL) => ({ key, direction: idDirection, idDirection });
  switch (sort) {
    case 'accountDBID':
    case '-accountDBID':
      return byKey(sql`${table}.account_id`);
    case 'userName':
    case '-userName':
      return byKey(sql`${table}.user_name`);
    case 'email':
    case '-email':
      return byKey(sql`${table}.email`);
    case 'registerTime':
    case '-registerTime':
      return byKey(sql`${table}.registered_at`);
    // The index works in both directions: accounts that have never signed in come last.
    case 'lastLoginTime':
      return { ...byKey(sql`account_activity.last_login_at`), direction: sql`asc nulls first` };
    case '-lastLoginTime':
      return { ...byKey(sql`account_activity.last_login_at`), direction: sql`desc nulls last` };
  }
}

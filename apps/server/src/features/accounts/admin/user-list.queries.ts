import { COUNT_LIMIT, pageWindow } from '@waygate/contract/lists';
import { and, type SQL, sql } from 'drizzle-orm';
import {
  nameOrEmailLike,
  nameOrEmailLikeAfterFirst,
  selectHiddenAccounts,
} from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { cutPage, exactly, type Page, type Totals, withOneMore } from '#platform/db/paging/read-page.ts';
import { beginsWith } from '#platform/db/search-text.ts';
import { type AdminAccount, selectAdminAccounts } from './accounts.admin.queries.ts';
import { filterOf, readFilteredPage } from './filtered-users.queries.ts';
import {
  allIds,
  isByEmail,
  isById,
  isByLogin,
  isByName,
  isNamedBy,
  matchOrder,
  noneOf,
  orderBy,
  orderOf,
  selectIds,
  splitAfter,
  type UserListQuery,
  type UserOrder,
  type UserSort,
  type UserWindow,
} from './user-order.queries.ts';

type Found = Totals & { ids: number[] };

/** Up to here all accounts are counted; beyond, the database's statistics tell how many there are. */
const COUNTED_ACCOUNTS = 10_000;

/**
 * How many rows are searched for a page of matches before all matches are collected: many in the table's own order,
 * fewer where each is in another place, fewest where another table has it, and so many for each row before the page.
 */
const NEAR_ROWS_BY_ID = 20_000;
const NEAR_ROWS = 1000;
const NEAR_ROWS_BY_LOGIN = 250;
const NEAR_ROWS_SKIPPED = 20;

/** How many accounts are looked through by their last sign-in once all matches are known. */
const NEAR_LOGINS = 20_000;

/**
 * One page of accounts. The accounts whose id, name or e-mail was searched for come first, whatever the order; by e-mail,
 * those follow whose e-mail is hidden from the viewer. Nothing here is prepared by name: each statement is planned for the text that
 * is searched for, and for the window.
 */
export async function selectUsers(db: Db, viewer: Viewer, query: UserListQuery): Promise<Page<AdminAccount>> {
  const search = query.search.trim();
  const hidden = await selectHiddenAccounts(db, viewer);
  if (filterOf(query)) {
    const { rows, totals } = await readFilteredPage(db, { query, hidden });
    return { rows: await selectAdminAccounts(db, rows), totals };
  }
  const window = { sort: query.sort, hidden, ...pageWindow(query) };
  const { ids, ...totals } = await (search === '' ? findAll(db, window) : findMatches(db, search, window));
  return { rows: await selectAdminAccounts(db, ids), totals };
}

async function findAll(db: Db, window: UserWindow): Promise<Found> {
  const first = isByEmail(window.sort) ? window.hidden : [];
  const { head, rest } = splitAfter(first, withOneMore(window));
  const { rows } = await db.execute<{ ids: number[]; estimate: number; counted: number | null }>(sql`
    select array(${allIds(noneOf(first), rest)}) as ids, estimate,
      case when estimate <= ${2 * COUNTED_ACCOUNTS} then (
        select count(*)::int from (
          select from account_search order by account_id limit ${COUNTED_ACCOUNTS + 1}) as first)
      end as counted
    from (
      -- As the planner does: rows to a page when statistics were taken, times the pages of today.
      select (reltuples / greatest(relpages, 1) * pg_relation_size(oid)
        / current_setting('block_size')::int)::float8 as estimate
      from pg_class where oid = 'account_search'::regclass) as statistics`);
  const { ids = [], estimate = 0, counted = null } = rows[0] ?? {};
  const isCounted = counted !== null && counted <= COUNTED_ACCOUNTS;
  const total = isCounted ? counted : Math.max(Math.round(estimate), COUNTED_ACCOUNTS);
  return cut([...head, ...ids], window, { total, totalIsExact: isCounted });
}

async function findMatches(db: Db, search: string, window: UserWindow): Promise<Found> {
  const { count, ids, first } = await selectFirstMatches(db, search, window);
  if (count <= COUNT_LIMIT) return { ids, ...exactly(count) };
  const { head, rest } = splitAfter(first, withOneMore(window));
  const others = and(nameOrEmailLike(search, window.hidden), noneOf(first)) ?? sql`true`;
  const near = await selectIds(db, nearMatches(others, rest));
  const found = near.length === rest.limit ? near : await selectIds(db, sortedMatches(search, first, rest));
  return cut([...head, ...found], window, { total: COUNT_LIMIT, totalIsExact: false });
}

function cut(found: number[], window: UserWindow, totals: Totals): Found {
  const { rows: ids, end } = cutPage(found, window);
  return { ids, ...(end === undefined ? totals : exactly(end)) };
}

/**
 * Counts matches to COUNT_LIMIT, and sorts them if these are all. Names that begin with the text are counted along
 * their index; the trigrams are asked only where these are too few to know that there are more than COUNT_LIMIT.
 *
 * @returns `ids`: the page, if all matches were counted; `first`: the matches that come before all others
 */
async function selectFirstMatches(
  db: Db,
  search: string,
  { sort, offset, limit, hidden }: UserWindow,
): Promise<{ count: number; ids: number[]; first: number[] }> {
  const isMatch = nameOrEmailLike(search, hidden);
  const isNamed = isNamedBy(search, hidden);
  const { key, direction, idDirection } = matchOrder(sort);
  const isApart = sql`account_id = any(${sql.param(isByEmail(sort) ? hidden : [])}::int[])`;
  const { rows } = await db.execute<{ count: number; ids: number[]; first: number[] }>(sql`
    with beginning as (
      select count(*)::int as count from (
        select from account_search where ${beginsWith(sql`user_name`, search)} limit ${COUNT_LIMIT + 1}) as named),
    found as materialized (
      (select * from account_search
       where ${isMatch} and (select count from beginning) <= ${COUNT_LIMIT} limit ${COUNT_LIMIT + 1})
      union
      select * from account_search where ${isNamed} or (${isApart} and ${isMatch})),
    counted as (select greatest(beginning.count, (select count(*)::int from found)) as count from beginning)
    select (select count from counted) as count,
      array(
        select account_id from found as account_search where ${isNamed} or ${isApart}
        order by ${isNamed} desc, account_id) as first,
      array(
        select account_id from found as account_search where (select count from counted) <= ${COUNT_LIMIT}
        order by ${isNamed} desc, ${isApart} desc, case when not ${isApart} then ${key} end ${direction},
          account_id ${idDirection}
        limit ${limit} offset ${offset}) as ids`);
  const [matches] = rows;
  if (!matches) throw new Error('The search returned nothing.');
  return matches;
}

/** Looks for the window's matches among the rows that come first in its order, which finds what many rows match. */
function nearMatches(match: SQL, { sort, offset, limit }: UserWindow): SQL {
  const order = orderOf(sort, sql`account_search`);
  const rows = nearRows(sort) + NEAR_ROWS_SKIPPED * offset;
  if (isByLogin(sort)) {
    // Not joined, which the planner might begin with all matches.
    return sql`
      select account_id as id from (${firstByLogin(order, rows)}) as account_activity
      where (select ${match} from account_search where account_search.account_id = account_activity.account_id)
      ${orderBy(order, sql`account_id`)} limit ${limit} offset ${offset}`;
  }
  const byId = orderBy(order, sql`account_search.account_id`);
  return sql`
    select account_id as id from (select * from account_search ${byId} limit ${rows}) as account_search
    where ${match} ${byId} limit ${limit} offset ${offset}`;
}

function nearRows(sort: UserSort): number {
  if (isByLogin(sort)) return NEAR_ROWS_BY_LOGIN;
  return isById(sort) ? NEAR_ROWS_BY_ID : NEAR_ROWS;
}

function firstByLogin(order: UserOrder, rows: number): SQL {
  return sql`select account_id, last_login_at from account_activity ${orderBy(order, sql`account_id`)} limit ${rows}`;
}

/**
 * Finds all matches before they are sorted. Otherwise the planner may walk the order's index through the whole table:
 * it doesn't know that names that contain a word also stand together. Names that begin with the text come from their
 * index, which has all columns; by name, no more of them than the page needs.
 */
function sortedMatches(search: string, first: number[], { sort, hidden, ...window }: UserWindow): SQL {
  const { offset, limit } = window;
  const order = orderBy(matchOrder(sort), sql`account_id`);
  const isBeginning = beginsWith(sql`user_name`, search);
  const found = sql`
    others as materialized (
      select * from account_search
      where ${and(nameOrEmailLikeAfterFirst(search, hidden), sql`not ${isBeginning}`, noneOf(first))}),
    found as (
      select * from others union all
      (select * from account_search where ${and(isBeginning, noneOf(first))}
       ${isByName(sort) ? sql`${order} limit ${offset + limit}` : sql``}))`;
  const sorted = sql`select account_id as id from found as account_search ${order} limit ${limit} offset ${offset}`;
  return isByLogin(sort) ? lastSeenMatches(found, sorted, { sort, ...window }) : sql`with ${found} ${sorted}`;
}

/** Looks for matches among the accounts that come first by their last sign-in, before it looks up that of each match. */
function lastSeenMatches(
  found: SQL,
  sorted: SQL,
  { sort, offset, limit }: Pick<UserWindow, 'sort' | 'offset' | 'limit'>,
): SQL {
  const byLogin = orderOf(sort, sql`account_search`);
  const order = orderBy(byLogin, sql`account_id`);
  return sql`
    with ${found},
    near as materialized (
      select account_id, last_login_at
      from (${firstByLogin(byLogin, NEAR_LOGINS + NEAR_ROWS_SKIPPED * offset)}) as account_activity
      where account_id in (select account_id from found) ${order} limit ${limit} offset ${offset})
    select unnest(
      case when (select count(*) from near) = ${limit} then array(select account_id from near as account_activity ${order})
        else array(${sorted}) end) as id`;
}

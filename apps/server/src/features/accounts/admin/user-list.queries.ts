import type { listUsers } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { ParsedInput } from '@waygate/contract/endpoint';
import { COUNT_LIMIT, pageWindow } from '@waygate/contract/lists';
import { type SQL, sql } from 'drizzle-orm';
import { nameOrEmailLike } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import { cutPage, exactly, type RowWindow, type Totals, withOneMore } from '#platform/db/paging/read-page.ts';
import { idIn } from '#platform/db/search-text.ts';
import { type AdminAccount, selectAdminAccounts } from './accounts.admin.queries.ts';

type UserListQuery = ParsedInput<typeof listUsers>['query'];
type Sort = UserListQuery['sort'];
type Window = RowWindow & { sort: Sort };
type Found = Totals & { ids: number[] };

/** Up to here all accounts are counted; beyond, the database's statistics tell how many there are. */
const COUNTED_ACCOUNTS = 10_000;

/**
 * One page of accounts. The account whose id was searched for comes first, whatever the order. Nothing here is
 * prepared by name: each statement is planned for the text that is searched for, and for the window.
 */
export async function selectUsers(db: Db, query: UserListQuery): Promise<{ users: AdminAccount[] } & Totals> {
  const search = query.search.trim();
  const window = { sort: query.sort, ...pageWindow(query) };
  const { ids, ...total } = await (search === '' ? findAll(db, window) : findMatches(db, search, window));
  return { users: await selectAdminAccounts(db, ids), ...total };
}

async function findAll(db: Db, window: Window): Promise<Found> {
  const { rows } = await db.execute<{ ids: number[]; estimate: number; counted: number | null }>(sql`
    select array(${idsOf(undefined, withOneMore(window))}) as ids, estimate,
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
  return cut(ids, window, { total, totalIsExact: isCounted });
}

async function findMatches(db: Db, search: string, window: Window): Promise<Found> {
  const { count, ids, hasNamed } = await selectFirstMatches(db, search, window);
  if (count <= COUNT_LIMIT) return { ids, ...exactly(count) };
  const total = { total: COUNT_LIMIT, totalIsExact: false };
  const { sort, offset, limit } = window;
  if (sort === 'accountDBID' && offset + limit <= COUNT_LIMIT) return { ids, ...total };
  const match = nameOrEmailLike(search);
  if (!hasNamed) return cut(await selectIds(db, match, withOneMore(window)), window, total);
  const named = Number(search);
  const isFirst = offset === 0;
  const others = await selectIds(db, sql`${match} and account_search.account_id <> ${named}`, {
    sort,
    offset: isFirst ? 0 : offset - 1,
    limit: isFirst ? limit : limit + 1,
  });
  return cut(isFirst ? [named, ...others] : others, window, total);
}

function cut(found: number[], window: Window, totals: Totals): Found {
  const { rows: ids, end } = cutPage(found, window);
  return { ids, ...(end === undefined ? totals : exactly(end)) };
}

/** The page out of the first thousand matches by id, which mostly are all there are, and how many those are. */
async function selectFirstMatches(
  db: Db,
  search: string,
  { sort, offset, limit }: Window,
): Promise<{ count: number; ids: number[]; hasNamed: boolean }> {
  const named = idIn(search) ?? 0;
  const { key, direction } = orderOf(sort, sql`found`);
  // Not joined: the planner would rather read all accounts once than a thousand by their ids.
  const lastLogin = sql`(select last_login_at from accounts where accounts.id = found.account_id)`;
  const { rows } = await db.execute<{ count: number; ids: number[]; hasNamed: boolean }>(sql`
    with found as materialized (
      -- Ordered, so that what everybody has is counted along an index and not along the table.
      (select * from account_search where ${nameOrEmailLike(search)} order by account_id limit ${COUNT_LIMIT + 1})
      union
      select * from account_search where account_id = ${named})
    select (select count(*)::int from found) as count,
      exists (select from found where account_id = ${named}) as "hasNamed",
      array(
        select account_id from found
        order by account_id = ${named} desc, ${isByLogin(sort) ? lastLogin : key} ${direction}, account_id ${direction}
        limit ${limit} offset ${offset}) as ids`);
  const [first] = rows;
  if (!first) throw new Error('The search returned nothing.');
  return first;
}

async function selectIds(db: Db, match: SQL, window: Window): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(idsOf(match, window));
  return rows.map(({ id }) => id);
}

/** A query of ids in their order. What is skipped is read from an index alone. */
function idsOf(match: SQL | undefined, { sort, offset, limit }: Window): SQL {
  const { key, direction } = orderOf(sort, sql`account_search`);
  const isOfAccounts = isByLogin(sort) && match === undefined;
  const id = isOfAccounts ? sql`accounts.id` : sql`account_search.account_id`;
  const joined = isByLogin(sort) ? sql`join accounts on accounts.id = account_search.account_id` : sql``;
  return sql`
    select ${id} as id from ${isOfAccounts ? sql`accounts` : sql`account_search ${joined}`}
    ${match ? sql`where ${match}` : sql``}
    order by ${key} ${direction}, ${id} ${direction} limit ${limit} offset ${offset}`;
}

/** The one order that the search's own table does not have. */
function isByLogin(sort: Sort): boolean {
  return sort === 'lastLoginTime' || sort === '-lastLoginTime';
}

function orderOf(sort: Sort, table: SQL): { key: SQL; direction: SQL } {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  switch (sort) {
    case 'accountDBID':
    case '-accountDBID':
      return { key: sql`${table}.account_id`, direction };
    case 'userName':
    case '-userName':
      return { key: sql`${table}.user_name`, direction };
    case 'email':
    case '-email':
      return { key: sql`${table}.email`, direction };
    case 'registerTime':
    case '-registerTime':
      return { key: sql`${table}.registered_at`, direction };
    // The index works in both directions: accounts that have never signed in come last.
    case 'lastLoginTime':
      return { key: sql`accounts.last_login_at`, direction: sql`asc nulls first` };
    case '-lastLoginTime':
      return { key: sql`accounts.last_login_at`, direction: sql`desc nulls last` };
  }
}

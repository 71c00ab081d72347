import type { listUsers } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { ParsedInput } from '@waygate/contract/endpoint';
import { COUNT_LIMIT, pageWindow } from '@waygate/contract/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { idIn } from '#platform/db/lists.ts';
import { nameOrEmailLike } from './account-search.service.ts';
import { accounts, accountSearch } from './accounts.tables.ts';
import { type AdminAccount, adminAccountColumns, selectAdminAccount } from './admin-accounts.queries.ts';

type UserListQuery = ParsedInput<typeof listUsers>['query'];
type UserSort = UserListQuery['sort'];
type Total = { total: number; totalIsExact: boolean };

/** Up to here all accounts are counted; beyond, the database's statistics tell how many there are. */
const COUNTED_ACCOUNTS = 10_000;

/** One page of accounts. The account whose id was searched for comes first, whatever the order. */
export async function selectUsers(db: Db, query: UserListQuery): Promise<{ users: AdminAccount[] } & Total> {
  const search = query.search.trim();
  const { offset, limit } = pageWindow(query);
  const id = idIn(search);
  const named = id === undefined ? undefined : await selectAdminAccount(db, id);
  const isNamedHere = named !== undefined && offset === 0;
  const rows = await selectPage(db, {
    match: search === '' ? undefined : matchOf(search, named?.id),
    sort: query.sort,
    offset: named && offset > 0 ? offset - 1 : offset,
    // One more than is shown tells whether any follow, and mostly spares the counting.
    limit: isNamedHere ? limit : limit + 1,
  });
  const found = isNamedHere ? [named, ...rows] : rows;
  const users = found.slice(0, limit);
  if (found.length <= limit && (found.length > 0 || offset === 0))
    return { users, total: offset + found.length, totalIsExact: true };
  return { users, ...(await countUsers(db, search)) };
}

function matchOf(search: string, namedId: number | undefined): SQL {
  const match = nameOrEmailLike(search);
  return namedId === undefined ? match : sql`${match} and ${accountSearch.accountId} <> ${namedId}`;
}

/** Unnamed, so that it is planned for the text that is searched for. */
async function selectPage(
  db: Db,
  { match, sort, offset, limit }: { match: SQL | undefined; sort: UserSort; offset: number; limit: number },
): Promise<AdminAccount[]> {
  const { id, key, source, direction } = orderOf(sort, match !== undefined);
  const where = match ? sql`where ${match}` : sql``;
  // Ids first and accounts after: what is skipped is read from the index alone.
  const page = sql`(
    select ${id} as id, ${key} as key from ${source} ${where}
    order by ${key} ${direction}, ${id} ${direction} limit ${limit} offset ${offset}) as page`;
  return db
    .select(adminAccountColumns)
    .from(page)
    .innerJoin(accounts, sql`${accounts.id} = page.id`)
    .orderBy(sql`page.key ${direction}, page.id ${direction}`);
}

type Order = { id: SQL; key: SQL; source: SQL; direction: SQL };

function orderOf(sort: UserSort, isSearch: boolean): Order {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const searched = { id: sql`${accountSearch.accountId}`, source: sql`${accountSearch}`, direction };
  switch (sort) {
    case 'accountDBID':
    case '-accountDBID':
      return { ...searched, key: sql`${accountSearch.accountId}` };
    case 'userName':
    case '-userName':
      return { ...searched, key: sql`${accountSearch.userName}` };
    case 'email':
    case '-email':
      return { ...searched, key: sql`${accountSearch.email}` };
    case 'registerTime':
    case '-registerTime':
      return { ...searched, key: sql`${accountSearch.registeredAt}` };
    case 'lastLoginTime':
      return byLastLogin(sql`asc nulls first`, isSearch);
    case '-lastLoginTime':
      return byLastLogin(sql`desc nulls last`, isSearch);
  }
}

/** The one order that the search's own table does not have. */
function byLastLogin(direction: SQL, isSearch: boolean): Order {
  const joined = sql`${accounts} join ${accountSearch} on ${accountSearch.accountId} = ${accounts.id}`;
  return {
    id: sql`${accounts.id}`,
    key: sql`${accounts.lastLoginAt}`,
    source: isSearch ? joined : sql`${accounts}`,
    direction,
  };
}

async function countUsers(db: Db, search: string): Promise<Total> {
  if (search !== '') return countMatches(db, search);
  const { rows } = await db.execute<{ estimate: number; counted: number | null }>(sql`
    select estimate, case when estimate <= ${2 * COUNTED_ACCOUNTS} then (
      select count(*)::int from (
        select from ${accountSearch} order by ${accountSearch.accountId} limit ${COUNTED_ACCOUNTS + 1}) as first)
      end as counted
    from (
      -- As the planner does: rows to a page when statistics were taken, times the pages of today.
      select (reltuples / greatest(relpages, 1) * pg_relation_size(oid)
        / current_setting('block_size')::int)::float8 as estimate
      from pg_class where oid = 'account_search'::regclass) as statistics`);
  const { estimate = 0, counted = null } = rows[0] ?? {};
  if (counted !== null && counted <= COUNTED_ACCOUNTS) return { total: counted, totalIsExact: true };
  return { total: Math.max(Math.round(estimate), COUNTED_ACCOUNTS), totalIsExact: false };
}

async function countMatches(db: Db, search: string): Promise<Total> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${accountSearch} where ${nameOrEmailLike(search)}
        ${idIn(search) === undefined ? sql`` : sql`or ${accountSearch.accountId} = ${idIn(search)}`}
      -- Ordered, so that a text that everybody has is counted along the index and not along the table.
      order by ${accountSearch.accountId} limit ${COUNT_LIMIT + 1}) as counted`);
  const count = rows[0]?.count ?? 0;
  if (count <= COUNT_LIMIT) return { total: count, totalIsExact: true };
  return { total: COUNT_LIMIT, totalIsExact: false };
}

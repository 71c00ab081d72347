import type { ParsedInput } from '@waygate/contract/endpoint';
import { type Section, SECTION_PRIMES } from '@waygate/contract/permissions';
import { isNamedSection, OWNER_PERMISSION } from '@waygate/contract/ranks';
import type { listStaff } from '@waygate/contract/roles/roles.endpoints';
import { eq, type SQL, sql } from 'drizzle-orm';
import { hasFactor } from '#features/factors/factors.ts';
import { accountActivity, accounts } from '#features/identity/identity.ts';
import { roleOfAccount } from '#features/roles/account-role.ts';
import type { Db } from '#platform/db/database.ts';
import { limited, type Page, readPage } from '#platform/db/paging/read-page.ts';
import { containing, idIn } from '#platform/db/search-text.ts';

type StaffListQuery = ParsedInput<typeof listStaff>['query'];

// Spelled out: in a select from one table Drizzle omits the table's name, and `id` would mean the subquery's.
const ACCOUNT_ID = sql.raw('accounts.id');

const columns = {
  id: accounts.id,
  userName: accounts.userName,
  permission: accounts.permission,
  webMgt: accounts.webMgt,
  sections: accounts.sections,
  role: roleOfAccount(),
  hasFactor: hasFactor(ACCOUNT_ID),
  lastActiveOn: accountActivity.lastActiveOn,
};

export type StaffRow = Awaited<ReturnType<typeof selectStaff>>[number];

/** One page of the accounts with rights. They are few, and found by an index (`accounts_ranked_idx`). */
export function selectStaffPage(db: Db, query: StaffListQuery): Promise<Page<StaffRow>> {
  const filter = matching(query);
  return readPage(db, query, {
    select: ({ offset, limit }) =>
      selectStaff(db, filter)
        .orderBy(...orderOf(query.sort))
        .limit(limit)
        .offset(offset),
    countable: (most) => limited(sql`select from accounts where ${filter}`, most),
    countTo: 'all',
  });
}

function selectStaff(db: Db, filter: SQL) {
  return db
    .select(columns)
    .from(accounts)
    .innerJoin(accountActivity, eq(accountActivity.accountId, accounts.id))
    .where(filter)
    .$dynamic();
}

const IS_OWNER = sql`accounts.permission = ${sql.raw(String(OWNER_PERMISSION))}`;

function matching({ search, role, section, factor }: StaffListQuery): SQL {
  const text = search.trim();
  const conditions = [
    sql`(accounts.web_mgt > 1 or ${IS_OWNER} or accounts.sections <> '{}')`,
    ...(text === '' ? [] : [isNamed(text)]),
    ...(role === undefined ? [] : [hasRole(role)]),
    ...(section === undefined ? [] : [sql`(${IS_OWNER} or ${opens(section)})`]),
    ...(factor === undefined
      ? []
      : [factor === 'has' ? hasFactor(ACCOUNT_ID) : sql`not ${hasFactor(ACCOUNT_ID)}`]),
  ];
  return sql.join(conditions, sql` and `);
}

function isNamed(text: string): SQL {
  return sql`(accounts.user_name ilike ${containing(text)} or accounts.id = ${idIn(text) ?? 0})`;
}

function hasRole(role: NonNullable<StaffListQuery['role']>): SQL {
  switch (role) {
    case 'owner':
      return IS_OWNER;
    case 'custom':
      return sql`accounts.role_id is null and not ${IS_OWNER}`;
    default:
      return sql`accounts.role_id = ${role}`;
  }
}

/** `can` of the contract for a row of accounts. */
function opens(section: Section): SQL {
  if (isNamedSection(section)) return sql`${section} = any(accounts.sections)`;
  return sql`accounts.web_mgt % ${SECTION_PRIMES[section]} = 0`;
}

const ROLE_NAME = sql`(select lower(roles.name) from roles where roles.id = accounts.role_id)`;

function orderOf(sort: StaffListQuery['sort']): SQL[] {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const name = sql`lower(accounts.user_name)`;
  switch (sort) {
    case 'userName':
    case '-userName':
      return [sql`${name} ${direction}`];
    // Owners, then roles by name, then rights that were set one by one.
    case 'role':
      return [sql`(not ${IS_OWNER}) asc`, sql`${ROLE_NAME} asc nulls last`, sql`${name} asc`];
    case '-role':
      return [sql`(not ${IS_OWNER}) desc`, sql`${ROLE_NAME} desc nulls first`, sql`${name} asc`];
    case 'lastActiveOn':
      return [sql`account_activity.last_active_on asc nulls first`, sql`${name} asc`];
    case '-lastActiveOn':
      return [sql`account_activity.last_active_on desc nulls last`, sql`${name} asc`];
  }
}

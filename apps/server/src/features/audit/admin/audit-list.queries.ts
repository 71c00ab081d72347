import type { exportAuditEntries, listAuditEntries } from '@waygate/contract/audit/audit.endpoints';
import type { ParsedInput } from '@waygate/contract/endpoint';
import { isOwner, type Rank } from '@waygate/contract/ranks';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { accounts, accountsNamedLike, mayBeEditedBy } from '#features/identity/identity.ts';
import { auditEntries, type AuditRow } from '#features/staff/staff.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import {
  type BranchedRows,
  countBranches,
  readBranchedPage,
  readFirstRows,
} from '#platform/db/paging/branches.ts';
import type { Page } from '#platform/db/paging/read-page.ts';
import { containing, idIn } from '#platform/db/search-text.ts';
import { recordName } from './record-names.ts';

type AuditListQuery = ParsedInput<typeof listAuditEntries>['query'];

/** Search, filters and order of the log. */
export type AuditQuery = ParsedInput<typeof exportAuditEntries>['query'];

/** An entry with the staff, the account and the record that it names. */
export type NamedAuditEntry = AuditRow & {
  staff: NamedAccount;
  account: NamedAccount | null;
  targetName: string | null;
  isCut: boolean;
};

type NamedAccount = Rank & { id: number; userName: string };

/** A list shows no more of a value; an article's text has a hundred thousand characters. */
const LISTED_CHARACTERS = 500;

/** A parameter, because the text of a statement reaches the bundle as it is, where one such character doubles its memory. */
const ELLIPSIS = '…';

/** Characters of unchanged text that are shown before a change. */
const LEAD_CHARACTERS = 40;

const IS_LONG = sql`length(value #>> '{}') > ${LISTED_CHARACTERS}`;

const cutColumns = {
  ...getTableColumns(auditEntries),
  before: excerptsOf(auditEntries.before, auditEntries.after),
  after: excerptsOf(auditEntries.after, auditEntries.before),
  isCut: sql<boolean>`${hasLongValues(auditEntries.before)} or ${hasLongValues(auditEntries.after)}`,
};

const wholeColumns = { ...getTableColumns(auditEntries), isCut: sql<boolean>`false` };

/** A page of what the viewer may see of the log, with long values cut. */
export async function selectAuditEntries(
  db: Db,
  viewer: Viewer,
  query: AuditListQuery,
): Promise<Page<NamedAuditEntry>> {
  const direction = directionOf(query);
  const conditions = conditionsOf(viewer, query);
  return readBranchedPage(db, query, {
    ...idsOf(query.pageSize === 'all' ? withoutOwnTrace(viewer, conditions) : conditions, direction),
    countTo: 'limit',
    select: (page) => selectEntries(db, { viewer, columns: cutColumns, page, direction }),
  });
}

/** How many entries there are, up to a number. */
export async function countAuditEntries(
  db: Db,
  viewer: Viewer,
  { query, most }: { query: AuditQuery; most: number },
): Promise<number> {
  const found = idsOf(conditionsOf(viewer, query), directionOf(query));
  return countBranches(db, found, most);
}

/** The id of the newest entry; 0 when there is none. */
export async function selectNewestEntry(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select coalesce(max(id), 0)::float8 as id from audit_entries`,
  );
  return rows[0]?.id ?? 0;
}

type EntriesAfter = {
  query: AuditQuery;
  after: number | undefined;
  /** The id of the newest entry to read. */
  newest: number;
  limit: number;
};

/** The next entries after one of them, or the first, as the list shows them. */
export async function selectAuditEntriesAfter(
  db: Db,
  viewer: Viewer,
  { query, after, newest, limit }: EntriesAfter,
): Promise<NamedAuditEntry[]> {
  const direction = directionOf(query);
  const place = sql`((select at from audit_entries where id = ${after ?? 0}), ${after ?? 0}::bigint)`;
  const isNext = query.sort === 'at' ? sql`(at, id) > ${place}` : sql`(at, id) < ${place}`;
  const isWanted =
    after === undefined ? sql`id <= ${newest}::bigint` : sql`id <= ${newest}::bigint and ${isNext}`;
  const conditions = conditionsOf(viewer, query).map((condition) => sql`${condition} and ${isWanted}`);
  return readFirstRows(idsOf(conditions, direction), limit, (page) =>
    selectEntries(db, { viewer, columns: cutColumns, page, direction }),
  );
}

/** Who has an entry in the log. Reads one entry of each, along an index. */
export async function selectAuditStaff(db: Db): Promise<{ id: number; userName: string }[]> {
  const { rows } = await db.execute<{ id: number; userName: string }>(sql`
    with recursive staff (id) as (
      select ${staffAfter(sql`0`)}
      union all
      select ${staffAfter(sql`staff.id`)} from staff where staff.id is not null)
    select accounts.id, accounts.user_name as "userName"
    from staff join accounts on accounts.id = staff.id order by lower(accounts.user_name), accounts.id`);
  return rows;
}

function staffAfter(id: SQL): SQL {
  return sql`(select min(staff_id) from audit_entries where staff_id > ${id})`;
}

function directionOf({ sort }: Pick<AuditQuery, 'sort'>): SQL {
  return sort === 'at' ? sql`asc` : sql`desc`;
}

/** The whole entry, if the viewer may see it. */
export async function selectAuditEntry(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<NamedAuditEntry | undefined> {
  const direction = sql`asc`;
  const conditions = visibleTo(viewer).map((isVisible) => sql`${isVisible} and id = ${id}`);
  const [entry] = await readFirstRows(idsOf(conditions, direction), 1, (page) =>
    selectEntries(db, { viewer, columns: wholeColumns, page, direction }),
  );
  return entry;
}

/** Several conditions that find entries, so that each can use its own index. */
function conditionsOf(viewer: Viewer, query: AuditQuery): SQL[] {
  const filters = [
    query.staff !== undefined && sql`staff_id = ${query.staff}`,
    query.account !== undefined && sql`account_id = ${query.account}`,
    query.product !== undefined && isOfProduct(query.product),
    query.kind !== undefined && isOfKind(query.kind),
    query.from !== undefined && sql`at >= ${query.from.toISOString()}::timestamptz`,
    query.to !== undefined && sql`at < ${query.to.toISOString()}::timestamptz`,
  ].filter((filter) => filter !== false);
  return visibleTo(viewer).flatMap((isVisible) =>
    matching(query.search.trim()).map((isMatch) => sql.join([isVisible, isMatch, ...filters], sql` and `)),
  );
}

/** A reading of the log leaves an entry in it, which would move its next windows by a row. */
function withoutOwnTrace({ accountId }: Viewer, conditions: SQL[]): SQL[] {
  const isOwnTrace = sql`(staff_id = ${accountId} and kind in ('list.read', 'list.export') and target = 'audit'
    and at > now() - interval '1 hour')`;
  return conditions.map((condition) => sql`${condition} and not ${isOwnTrace}`);
}

/** As the index on these entries has it. */
function isOfProduct(id: number): SQL {
  return sql`(kind in ('product.create', 'product.update', 'product.delete') and target = ${String(id)})`;
}

/** A single kind has an index in the order of the list. */
function isOfKind(kinds: readonly string[]): SQL {
  return kinds.length === 1 ? sql`kind = ${kinds[0]}` : sql`kind = any(${sql.param([...kinds])}::text[])`;
}

/** All of it for an owner; for others their own actions, and what concerns accounts they may edit. */
function visibleTo(viewer: Viewer): SQL[] {
  if (isOwner(viewer)) return [sql`true`];
  return [
    sql`staff_id = ${viewer.accountId}`,
    // A value and not `exists`, for which the planner would read all accounts once instead of some by their ids.
    sql`account_id is not null and (
      select ${mayBeEditedBy(viewer)} from accounts where accounts.id = account_id)`,
  ];
}

function matching(search: string): SQL[] {
  if (search === '') return [sql`true`];
  const id = idIn(search);
  return [
    sql`target like ${containing(search).slice(1)}`,
    sql`account_id in (${accountsNamedLike(search)})`,
    ...(id === undefined ? [] : [sql`account_id = ${id}`]),
  ];
}

type EntriesOf = {
  viewer: Viewer;
  columns: typeof cutColumns | typeof wholeColumns;
  page: SQL;
  direction: SQL;
};

async function selectEntries(
  db: Db,
  { viewer, columns, page, direction }: EntriesOf,
): Promise<NamedAuditEntry[]> {
  const staff = alias(accounts, 'staff');
  return db
    .select({
      ...columns,
      targetName: recordName(viewer),
      staff: {
        id: staff.id,
        userName: staff.userName,
        permission: staff.permission,
        webMgt: staff.webMgt,
        sections: staff.sections,
      },
      account: {
        id: accounts.id,
        userName: accounts.userName,
        permission: accounts.permission,
        webMgt: accounts.webMgt,
        sections: accounts.sections,
      },
    })
    .from(sql`(${page}) as page`)
    .innerJoin(auditEntries, sql`${auditEntries.id} = page.id`)
    .innerJoin(staff, eq(staff.id, auditEntries.staffId))
    .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
    .orderBy(sql`page.at ${direction}, page.id ${direction}`);
}

/** The ids that each condition finds. */
function idsOf(conditions: SQL[], direction: SQL): BranchedRows {
  return {
    branches: conditions.map((condition) => sql`select id, at from audit_entries where ${condition}`),
    order: sql`at ${direction}, id ${direction}`,
  };
}

/** The fields with an excerpt of what is long, before or after, as text: from where the two begin to differ. */
function excerptsOf(fields: PgColumn, others: PgColumn): SQL<Record<string, unknown> | null> {
  // Offset 0 keeps the planner from taking a long text out of the row once for each time that it is named.
  return sql`coalesce((
    select jsonb_object_agg(key, case
      when skipped = 0 and length(written) <= ${LISTED_CHARACTERS}::int then value
      else to_jsonb(
        case when skipped > 0 then ${ELLIPSIS}::text else '' end
        || substr(written, skipped + 1, ${LISTED_CHARACTERS}::int)
        || case when length(written) > skipped + ${LISTED_CHARACTERS}::int then ${ELLIPSIS}::text else '' end) end)
    from jsonb_each(${fields}),
      lateral (select coalesce(value #>> '{}', '') as written, coalesce(${others} ->> key, '') as other offset 0) as texts,
      lateral (select case
        when greatest(length(written), length(other)) <= ${LISTED_CHARACTERS}::int then 0
        else greatest(shared_length(written, other) - ${LEAD_CHARACTERS}::int, 0) end as skipped offset 0) as place
  ), ${fields})`;
}

function hasLongValues(fields: PgColumn): SQL {
  return sql`exists (select from jsonb_each(${fields}) where ${IS_LONG})`;
}

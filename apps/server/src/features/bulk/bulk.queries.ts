import type { BulkState } from '@waygate/contract/bulk/bulk.schemas';
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type Page, type PageRequest, readPage, type RowWindow } from '#platform/db/paging/read-page.ts';
import { isFoundFirst } from '#platform/db/search-text.ts';
import { type BulkListRow, bulkLists, bulkRows, type BulkRowState } from './bulk.tables.ts';

/** @returns whether it is new */
export async function insertBulkList(
  tx: Transaction,
  list: Omit<BulkListRow, 'createdAt' | 'finishedAt' | 'stoppedAt'>,
): Promise<boolean> {
  const { rowCount } = await tx.insert(bulkLists).values(list).onConflictDoNothing();
  return rowCount === 1;
}

/** Those of the accounts that exist. @returns how many these are */
export async function insertBulkRows(tx: Transaction, listId: string, accountIds: number[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into bulk_rows (list_id, account_id)
    select ${listId}, id from accounts where id = any(${sql.param(accountIds)}::int[])`);
  return rowCount ?? 0;
}

const countOf = (state: BulkRowState) =>
  sql<number>`(count(*) filter (where ${bulkRows.state} = ${state}))::int`.as(state);

export type BulkProgressRow = {
  list: BulkListRow;
  staffName: string;
} & Record<BulkRowState, number>;

/** The order of an index: those that can be continued, then the newest. */
const LISTED_ORDER = [
  sql`(${bulkLists.finishedAt} is null) desc`,
  desc(bulkLists.createdAt),
  asc(bulkLists.id),
];

/** `where` finds few: the accounts of each are counted. */
function selectProgress(db: Db, where: SQL | undefined) {
  const counts = db
    .select({
      waiting: countOf('waiting'),
      done: countOf('done'),
      already: countOf('already'),
      failed: countOf('failed'),
      untried: countOf('untried'),
    })
    .from(bulkRows)
    .where(eq(bulkRows.listId, bulkLists.id))
    .as('counts');
  const { waiting, done, already, failed, untried } = counts;
  return db
    .select({ list: bulkLists, staffName: accounts.userName, waiting, done, already, failed, untried })
    .from(bulkLists)
    .innerJoin(accounts, eq(accounts.id, bulkLists.staffId))
    .crossJoinLateral(counts)
    .where(where)
    .orderBy(...LISTED_ORDER);
}

/** SQL condition: is in this window of the lists. */
function isInWindow(db: Db, where: SQL | undefined, { limit, offset }: RowWindow): SQL {
  const { id } = bulkLists;
  const window = db
    .select({ id })
    .from(bulkLists)
    .where(where)
    .orderBy(...LISTED_ORDER);
  return isFoundFirst(id, window.limit(limit).offset(offset));
}

export async function selectBulkProgress(db: Db, id: string): Promise<BulkProgressRow | undefined> {
  const [row] = await selectProgress(db, eq(bulkLists.id, id));
  return row;
}

const hasWaiting = sql`exists (
  select from bulk_rows where bulk_rows.list_id = ${bulkLists.id} and bulk_rows.state = 'waiting')`;

const isUnfinished = sql`(${bulkLists.finishedAt} is null and ${hasWaiting})`;

/** Scalar subquery: how many lists have accounts that wait, and nobody went on with them for a quarter of an hour. */
export const STALLED_COUNT = sql`(
  select count(*)::int from ${bulkLists}
  where ${isUnfinished} and ${bulkLists.createdAt} < now() - interval '15 minutes'
    and not exists (
      select from bulk_rows
      where bulk_rows.list_id = ${bulkLists.id} and settled_at > now() - interval '15 minutes'))`;

export async function countStalled(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select ${STALLED_COUNT} as count`);
  return rows[0]?.count ?? 0;
}

/** Which lists are shown: of actions that the viewer may use, and of what they are narrowed by. */
export type BulkFilter = {
  actions: BulkListRow['action'][];
  action?: BulkListRow['action'] | undefined;
  state?: BulkState | undefined;
  staff?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** One page: the unfinished lists, then the others. */
export function selectBulkPage(db: Db, query: BulkFilter & PageRequest): Promise<Page<BulkProgressRow>> {
  const isFound = isListed(query);
  return readPage(db, query, {
    select: (window) => selectProgress(db, isInWindow(db, isFound, window)),
    countable: () => db.select({ id: bulkLists.id }).from(bulkLists).where(isFound),
    countTo: 'all',
  });
}

function isListed({ actions, action, state, staff, from, to }: BulkFilter): SQL | undefined {
  return and(
    inArray(bulkLists.action, actions),
    action && eq(bulkLists.action, action),
    state && isInState(state),
    staff === undefined ? undefined : eq(bulkLists.staffId, staff),
    from && gte(bulkLists.createdAt, from),
    to && lt(bulkLists.createdAt, to),
  );
}

function isInState(state: BulkState): SQL | undefined {
  const { finishedAt, stoppedAt } = bulkLists;
  switch (state) {
    case 'unfinished':
      return isNull(finishedAt);
    case 'finished':
      return and(isNotNull(finishedAt), isNull(stoppedAt));
    case 'stopped':
      return and(isNotNull(finishedAt), isNotNull(stoppedAt));
  }
}

/** The accounts of a list, by id. */
export async function selectBulkRows(db: Db, listId: string) {
  const { accountId, state, message } = bulkRows;
  return db
    .select({ accountId, userName: accounts.userName, state, message })
    .from(bulkRows)
    .innerJoin(accounts, eq(accounts.id, bulkRows.accountId))
    .where(eq(bulkRows.listId, listId))
    .orderBy(asc(accountId));
}

/** Whether the list has these accounts, as far as they exist, and no others. */
export async function selectIsOfAccounts(
  tx: Transaction,
  listId: string,
  accountIds: number[],
): Promise<boolean> {
  const given = sql`${sql.param(accountIds)}::int[]`;
  const { rowCount } = await tx.execute(sql`
    (select id from accounts where id = any(${given}) except select account_id from bulk_rows where list_id = ${listId})
    union all
    select account_id from bulk_rows where list_id = ${listId} and account_id <> all(${given})
    limit 1`);
  return rowCount === 0;
}

/** The next account of the list that nobody else is at, locked until the transaction ends. */
export async function selectWaitingLocked(
  tx: Transaction,
  listId: string,
): Promise<{ accountId: number; isStopped: boolean } | undefined> {
  const [row] = await tx
    .select({
      accountId: bulkRows.accountId,
      isStopped: sql<boolean>`exists (select from bulk_lists where id = ${listId} and stopped_at is not null)`,
    })
    .from(bulkRows)
    .where(and(eq(bulkRows.listId, listId), eq(bulkRows.state, 'waiting')))
    .orderBy(asc(bulkRows.accountId))
    .limit(1)
    .for('update', { skipLocked: true });
  return row;
}

/** Settles the row once. */
export async function updateBulkRow(
  db: Db,
  { listId, accountId }: { listId: string; accountId: number },
  settled: { state: Exclude<BulkRowState, 'waiting'>; message?: string },
): Promise<void> {
  await db
    .update(bulkRows)
    .set({ ...settled, settledAt: sql`now()` })
    .where(
      and(eq(bulkRows.listId, listId), eq(bulkRows.accountId, accountId), eq(bulkRows.state, 'waiting')),
    );
}

/** Marks the list as stopped, if anybody waits. @returns whether it did */
export async function updateBulkListStopped(tx: Transaction, listId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(bulkLists)
    .set({ stoppedAt: sql`now()` })
    .where(and(eq(bulkLists.id, listId), isNull(bulkLists.stoppedAt), hasWaiting));
  return rowCount === 1;
}

/**
 * Settles every account of the list that waits.
 *
 * @param ofOthers whether rows that a run has locked are skipped or waited for. Never wait while holding an account's lock.
 * @returns how many were settled
 */
export async function updateBulkRowsStopped(
  db: Db,
  { listId, message }: { listId: string; message: string },
  ofOthers: 'skip' | 'wait',
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with waiting as (
      select account_id from bulk_rows where list_id = ${listId} and state = 'waiting'
      order by account_id for update ${sql.raw(ofOthers === 'skip' ? 'skip locked' : '')}
    )
    update bulk_rows set state = 'untried', message = ${message}, settled_at = now()
    from waiting where list_id = ${listId} and bulk_rows.account_id = waiting.account_id`);
  return rowCount ?? 0;
}

/** Once none of its accounts waits. */
export async function updateBulkFinished(db: Db, listId: string): Promise<void> {
  await db.execute(sql`
    update bulk_lists set finished_at = now() where id = ${listId} and finished_at is null
      and not exists (select from bulk_rows where list_id = ${listId} and state = 'waiting')`);
}

/** Finishes every list of which none waits: its last account may have been erased, or a process ended right after it. */
export async function finishBulkLists(db: Db): Promise<void> {
  await db
    .update(bulkLists)
    .set({ finishedAt: sql`now()` })
    .where(and(isNull(bulkLists.finishedAt), sql`not ${hasWaiting}`));
}

/** Accounts with one of these ids, names or addresses, in lower case. Reads three unique indexes. */
export async function selectNamedAccounts(
  db: Db,
  { ids, names, emails }: { ids: number[]; names: string[]; emails: string[] },
) {
  return db
    .select()
    .from(accounts)
    .where(
      sql`${accounts.id} in (
        select id from accounts where id = any(${sql.param(ids)}::int[])
        union select id from accounts where lower(user_name) = any(${sql.param(names)}::text[])
        union select id from accounts where lower(email) = any(${sql.param(emails)}::text[]))`,
    );
}

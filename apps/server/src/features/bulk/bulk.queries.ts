import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type BulkListRow, bulkLists, bulkRows, type BulkRowState } from './bulk.tables.ts';

/** @returns whether it is new */
export async function insertBulkList(
  tx: Transaction,
  list: Omit<BulkListRow, 'createdAt' | 'finishedAt'>,
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

function selectProgress(db: Db, where: SQL | undefined, limit: number): Promise<BulkProgressRow[]> {
  const counts = db
    .select({
      waiting: countOf('waiting'),
      done: countOf('done'),
      already: countOf('already'),
      failed: countOf('failed'),
    })
    .from(bulkRows)
    .where(eq(bulkRows.listId, bulkLists.id))
    .as('counts');
  const { waiting, done, already, failed } = counts;
  return db
    .select({ list: bulkLists, staffName: accounts.userName, waiting, done, already, failed })
    .from(bulkLists)
    .innerJoin(accounts, eq(accounts.id, bulkLists.staffId))
    .crossJoinLateral(counts)
    .where(where)
    .orderBy(desc(bulkLists.createdAt), asc(bulkLists.id))
    .limit(limit);
}

export async function selectBulkProgress(db: Db, id: string): Promise<BulkProgressRow | undefined> {
  const [row] = await selectProgress(db, eq(bulkLists.id, id), 1);
  return row;
}

/** The newest lists of these actions. */
export function selectBulkLists(
  db: Db,
  { actions, limit }: { actions: BulkListRow['action'][]; limit: number },
): Promise<BulkProgressRow[]> {
  return selectProgress(db, inArray(bulkLists.action, actions), limit);
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
export async function selectWaitingLocked(tx: Transaction, listId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ accountId: bulkRows.accountId })
    .from(bulkRows)
    .where(and(eq(bulkRows.listId, listId), eq(bulkRows.state, 'waiting')))
    .orderBy(asc(bulkRows.accountId))
    .limit(1)
    .for('update', { skipLocked: true });
  return row?.accountId;
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

/** Once none of its accounts waits. */
export async function updateBulkFinished(db: Db, listId: string): Promise<void> {
  await db.execute(sql`
    update bulk_lists set finished_at = now() where id = ${listId} and finished_at is null
      and not exists (select from bulk_rows where list_id = ${listId} and state = 'waiting')`);
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

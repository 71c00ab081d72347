import { isDeepStrictEqual } from 'node:util';
import {
  type BulkAction,
  bulkActionSchema,
  type BulkActionInput,
  sectionOf,
} from '@waygate/contract/bulk/bulk.schemas';
import type { ErrorCode } from '@waygate/contract/errors';
import { asStaff, audited, requireRight, type Staff, unchanged } from '#features/staff/staff.ts';
import {
  type BulkProgressRow,
  insertBulkList,
  insertBulkRows,
  selectBulkProgress,
  selectIsOfAccounts,
  selectWaitingLocked,
  updateBulkFinished,
  updateBulkListStopped,
  updateBulkRow,
  updateBulkRowsStopped,
} from '#features/bulk/bulk.queries.ts';
import { perform } from '#features/bulk/perform.service.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { AppError, conflict, invalid, notFound } from '#platform/errors/app-error.ts';

type NewList = { id: string; what: BulkAction; accounts: number[]; reason: string };

/** They are about one account. Everything else ends the call, and the accounts that wait stay as they are. */
const OF_ONE_ACCOUNT: readonly ErrorCode[] = ['forbidden', 'not_found', 'conflict', 'validation_failed'];

const STOPPED = 'The list was stopped before this account was processed.';

/**
 * Keeps a list. Nothing is done yet. Repeating an id with the same list changes nothing.
 *
 * @throws what `asStaff` throws; conflict when the id belongs to another list; invalid without an account that exists
 */
export function startBulk(
  db: Database,
  staff: Staff,
  { id, what, accounts, reason }: NewList,
): Promise<BulkProgressRow> {
  const { action } = what;
  const details = storedOf(what);
  return asStaff(db, staff, { section: sectionOf(action) }, async ({ tx, viewer }) => {
    const list = { id, staffId: viewer.accountId, action, details, reason };
    if (!(await insertBulkList(tx, list))) {
      const known = await getBulkProgress(tx, id);
      const isSame =
        known.list.staffId === viewer.accountId &&
        isDeepStrictEqual(known.list.details, details) &&
        known.list.reason === reason &&
        (await selectIsOfAccounts(tx, id, accounts));
      if (!isSame) throw conflict('This id belongs to another list.');
      return unchanged(known);
    }
    const kept = await insertBulkRows(tx, id, accounts);
    if (kept === 0) throw invalid('None of these accounts exists.');
    const after = { ...details, accounts: kept };
    return audited({ kind: 'bulk.start', target: id, after, reason }, await getBulkProgress(tx, id));
  });
}

/**
 * Works on a list for some time, each account in a transaction that also settles its row: no matter who runs it, how
 * often, and whatever crashes in between, each account is worked on once.
 *
 * @throws what the single action throws that isn't about one account: an ended session, a withdrawn right, a budget that
 *   is used up. The rest waits then
 */
export async function runBulk(
  db: Database,
  staff: Staff,
  { id, forMs }: { id: string; forMs: number },
): Promise<BulkProgressRow> {
  const known = await getBulkProgress(db, id);
  const work = {
    id,
    // Kept as it was requested, and so it is parsed again.
    what: bulkActionSchema.parse(known.list.details),
    reason: known.list.reason,
  };
  await requireRight(db, staff, { section: sectionOf(work.what.action) });
  const end = performance.now() + forMs;
  let isLeft = known.waiting > 0;
  while (isLeft && performance.now() < end) isLeft = await workOnNext(db, staff, work);
  await updateBulkFinished(db, id);
  return getBulkProgress(db, id);
}

/**
 * Stops a list for good: accounts that still wait get nothing. A run in progress settles at most one more account.
 *
 * Lock order: a run locks a row, then accounts. This holds its own account's lock, so it must not wait for rows: it skips
 * locked ones, and settles them after its transaction.
 *
 * @throws what `asStaff` throws; notFound
 */
export async function stopBulk(
  db: Database,
  staff: Staff,
  { id, reason }: { id: string; reason: string },
): Promise<BulkProgressRow> {
  const { action } = (await getBulkProgress(db, id)).list;
  const rows = { listId: id, message: STOPPED };
  await asStaff(db, staff, { section: sectionOf(action) }, async ({ tx }) => {
    if (!(await updateBulkListStopped(tx, id))) return unchanged();
    const accounts = await updateBulkRowsStopped(tx, rows, 'skip');
    return audited({ kind: 'bulk.stop', target: id, after: { action, accounts }, reason });
  });
  // Nobody begins another row. If this ends here, the next run or stop settles what is left.
  await updateBulkRowsStopped(db, rows, 'wait');
  await updateBulkFinished(db, id);
  return getBulkProgress(db, id);
}

/** @throws notFound */
export async function getBulkProgress(db: Db, id: string): Promise<BulkProgressRow> {
  const progress = await selectBulkProgress(db, id);
  if (!progress) throw notFound('There is no such list.');
  return progress;
}

/** @returns false when no account waits that nobody else is at */
async function workOnNext(
  db: Database,
  staff: Staff,
  { id: listId, what, reason }: { id: string; what: BulkAction; reason: string },
): Promise<boolean> {
  let accountId: number | undefined;
  try {
    await db.transaction(async (tx) => {
      const next = await selectWaitingLocked(tx, listId);
      if (!next) return;
      accountId = next.accountId;
      const row = { listId, accountId };
      if (next.isStopped) await updateBulkRow(tx, row, { state: 'untried', message: STOPPED });
      else await updateBulkRow(tx, row, { state: await perform(tx, staff, { what, accountId, reason }) });
    });
  } catch (error) {
    if (accountId === undefined || !(error instanceof AppError) || !OF_ONE_ACCOUNT.includes(error.code))
      throw error;
    // The right itself may be gone: then the rest waits.
    await requireRight(db, staff, { section: sectionOf(what.action) });
    await updateBulkRow(db, { listId, accountId }, { state: 'failed', message: error.message });
  }
  return accountId !== undefined;
}

/** Times as text, so that what is stored can be compared and parsed again. */
function storedOf(what: BulkAction): BulkActionInput {
  return JSON.parse(JSON.stringify(what)) as BulkActionInput;
}

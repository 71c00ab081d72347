import { createHash } from 'node:crypto';
import { type PageSize, WINDOW_ROWS } from '@waygate/contract/lists';
import { isOwner } from '@waygate/contract/ranks';
import { type AccountRow, NO_SUCH_ACCOUNT, selectAccount } from '#features/identity/identity.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import type { Page, Totals } from '#platform/db/paging/read-page.ts';
import { notFound, tooManyRequests } from '#platform/errors/app-error.ts';
import { consume } from '#platform/http/throttle.ts';
import { addRowsRead, isFirstUse, isUsed } from './bulk-reading.queries.ts';
import { recordAudit, type Staff } from './record-audit.ts';

/** Lists with personal or money data. What is read of them in bulk leaves a trace. */
export type TracedList =
  | 'users'
  | 'products'
  | 'bans'
  | 'categories'
  | 'game accounts'
  | 'game servers'
  | 'mails'
  | 'roles'
  | 'seasons'
  | 'sessions'
  | 'claims'
  | 'orders'
  | 'revenue'
  | 'unmatched payments'
  | 'unmatched receipts'
  | 'deliveries'
  | 'benefits'
  | 'characters'
  | 'inventory'
  | 'staff'
  | 'streamers'
  | 'minutes'
  | 'audit'
  | 'budgets'
  | 'alerts'
  | 'news'
  | 'patch notes'
  | 'redeliveries'
  | 'bulk lists'
  | 'rewards'
  | 'coins'
  | 'search';

/** A list's query: its page, its search, its filters. */
type ListRequest = { search: string; page: number; pageSize: PageSize };

/**
 * Reads a list as `ReadList` does, and leaves an entry in the audit log for what is read in bulk: each reading of 'All',
 * and every thousand rows that one member of staff reads of a list by pages. The entry is written before
 * the rows are answered.
 *
 * @throws what `ReadList` throws; too_many_requests beyond READINGS_AN_HOUR
 */
export type ReadTraced = <Found extends Page<unknown>>(
  staff: Staff,
  list: TracedList,
  query: ListRequest,
  read: (db: Db) => Promise<Found>,
) => Promise<Found>;

/** Far more than anybody's day of work takes. An owner, who answers for everything, gets four times as many. */
export const READINGS_AN_HOUR = 30;
const OWNER_READINGS_AN_HOUR = 120;
const HOUR_SECONDS = 3600;

/** So long, windows of the same list and filters belong to one reading. */
const READING_SECONDS = 15 * 60;

/** So many rows by pages weigh as much as one reading of 'All'. */
export const ROWS_OF_A_READING = 1000;

export function createReadTraced(db: Database, readList: ReadList): ReadTraced {
  return async (staff, list, query, read) => {
    const page = await readList(query, read);
    const { rows, totals } = page;
    if (query.pageSize === 'all' && totals.total > 0) await traceReading(db, staff, { list, query, totals });
    // A list that one window shows whole is no more than a page of it.
    if (!isLong(query, totals) && rows.length > 0)
      await traceRows(db, staff, { list, query, rows: rows.length });
    return page;
  };
}

/**
 * Counts one record of a list as a row that was read, once in an hour, so that walking through ids leaves the same trace
 * as walking through pages.
 *
 * @throws too_many_requests beyond READINGS_AN_HOUR
 */
export async function traceRecord(
  db: Database,
  staff: Staff,
  { list, id }: { list: TracedList; id: number },
): Promise<void> {
  const key = `record ${list} ${id} by ${staff.viewer.accountId}`;
  if (await isUsed(db, key)) return;
  // In one transaction, so that a record that was refused is not free the next time.
  await db.transaction(async (tx) => {
    if (await isFirstUse(tx, { key, windowSeconds: HOUR_SECONDS }))
      await passRows(tx, staff, { list, rows: 1 });
  });
}

/**
 * Reads an account for staff, and counts it as `traceRecord` does.
 *
 * @throws notFound; too_many_requests beyond READINGS_AN_HOUR
 */
export async function getTracedAccount(db: Database, staff: Staff, id: number): Promise<AccountRow> {
  const account = await selectAccount(db, id);
  if (!account) throw notFound(NO_SUCH_ACCOUNT);
  await traceRecord(db, staff, { list: 'users', id });
  return account;
}

/**
 * Counts an export against the limit and records it.
 *
 * @param filters what the list is narrowed by, as the audit log shows it
 * @throws too_many_requests beyond READINGS_AN_HOUR
 */
export async function traceExport(
  db: Database,
  staff: Staff,
  { list, filters, rows }: { list: TracedList; filters: Record<string, unknown>; rows: number | string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await consumeReading(tx, staff);
    await recordAudit(tx, staff, { kind: 'list.export', target: list, after: { ...filters, rows } });
  });
}

/** The search and the filters of a list's query, without page, size and order. */
export function filtersOf(query: object): Record<string, unknown> {
  const given = Object.entries(query).flatMap(([name, value]: [string, unknown]) => {
    if (NO_FILTERS.has(name)) return [];
    const filter = name === 'search' ? String(value).trim() : value;
    return filter === undefined || filter === '' ? [] : [[name, filter]];
  });
  return Object.fromEntries(given);
}

const NO_FILTERS = new Set(['page', 'pageSize', 'sort']);

function isLong({ pageSize }: ListRequest, { total, totalIsExact }: Totals): boolean {
  return pageSize === 'all' && (!totalIsExact || total > WINDOW_ROWS);
}

type Reading = { list: TracedList; query: ListRequest; totals: Totals };

/** One entry for all windows of a reading, with how many rows its filters find. */
async function traceReading(db: Database, staff: Staff, { list, query, totals }: Reading): Promise<void> {
  const filters = filtersOf(query);
  const content = createHash('sha256').update(JSON.stringify(['list.read', list, filters]));
  const key = `reading ${content.digest('base64url')} by ${staff.viewer.accountId}`;
  const { total, totalIsExact } = totals;
  // In one transaction: a reading that is refused or not recorded does not count as begun.
  await db.transaction(async (tx) => {
    if (!(await isFirstUse(tx, { key, windowSeconds: READING_SECONDS }))) return;
    if (isLong(query, totals)) await consumeReading(tx, staff);
    const rows = totalIsExact ? total : `at least ${total}`;
    await recordAudit(tx, staff, { kind: 'list.read', target: list, after: { ...filters, rows } });
  });
}

type Rows = { list: TracedList; query?: ListRequest; rows: number };

/**
 * Counts rows that were read of a list. Every thousand of them leave an entry in the audit log.
 *
 * @throws too_many_requests beyond READINGS_AN_HOUR
 */
export async function traceRows(db: Database, staff: Staff, read: Rows): Promise<void> {
  // Nearly always one statement is enough.
  const added = await addRowsRead(db, { ...counterOf(staff, read), mayPass: false });
  if (added === undefined) await db.transaction((tx) => passRows(tx, staff, read));
}

/** Counts rows, and where they fill another thousand, records them as a reading. */
async function passRows(tx: Transaction, staff: Staff, read: Rows): Promise<void> {
  if ((await addRowsRead(tx, { ...counterOf(staff, read), mayPass: true })) !== 'passed') return;
  await consumeReading(tx, staff);
  const after = { ...(read.query && filtersOf(read.query)), rows: ROWS_OF_A_READING, by: 'pages' };
  await recordAudit(tx, staff, { kind: 'list.read', target: read.list, after });
}

function counterOf({ viewer }: Staff, { list, rows }: Rows) {
  const key = `rows of ${list} by ${viewer.accountId}`;
  return { key, rows, windowSeconds: HOUR_SECONDS, step: ROWS_OF_A_READING };
}

// Lock order: the reading or the rows first, the limit last.
async function consumeReading(tx: Transaction, { viewer }: Staff): Promise<void> {
  const points = isOwner(viewer) ? OWNER_READINGS_AN_HOUR : READINGS_AN_HOUR;
  const limit = { key: `readings by ${viewer.accountId}`, points, windowSeconds: HOUR_SECONDS };
  await consume(tx, [limit], (seconds) =>
    tooManyRequests(
      seconds,
      `You've read or exported ${points} long lists within an hour, which is the limit.`,
    ),
  );
}

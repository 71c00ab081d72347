import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import { WINDOW_ROWS } from '@waygate/contract/lists';
import { findViewerBySession } from '#features/sessions/sessions.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import type { Page, PageRequest } from '#platform/db/paging/read-page.ts';
import { forbidden, unauthenticated } from '#platform/errors/app-error.ts';
import { csvParts } from '#platform/http/csv.ts';
import { filtersOf, type TracedList, traceExport } from './bulk-reading.ts';
import { createExportSlots, endingWith } from './export-slots.ts';
import type { Staff } from './record-audit.ts';

/** Rows that are read, and held in memory, at a time. */
const EXPORT_BATCH = 1000;

/** A list that is written to a file. */
export type ExportedList<Read, Row = Read, Start = undefined> = {
  list: TracedList;
  /** Without day and ending. */
  fileName: string;
  columns: readonly CsvColumn<Row>[];
  present: (read: Read) => Row;
  query: object;
  /** What is the same for the whole file, read together with the first rows. */
  begin?: (db: Db) => Promise<Start>;
  /** The next rows; fewer than `limit` end the file. */
  readAfter: (db: Db, place: Place<Read>, start: Start) => Promise<Read[]>;
  /** Rows that are read at a time. */
  batch?: number;
  /** How many there are, up to a number. Needed unless one batch has them all. */
  count?: (db: Db, most: number, start: Start) => Promise<number>;
};

/** The rows after one of them, or the first. `read` is how many there were before. */
type Place<Read> = { after: Read | undefined; read: number; limit: number };

/**
 * How a list of a few thousand rows at most is read: page by page. A row that moves meanwhile may be missing or come twice.
 */
export function byPages<Read>(
  select: (db: Db, request: PageRequest) => Promise<Page<Read>>,
): Pick<ExportedList<Read>, 'readAfter' | 'batch' | 'count'> {
  const pageOf = (db: Db, page: number) => select(db, { page, pageSize: 'all' });
  return {
    batch: WINDOW_ROWS,
    readAfter: async (db, { read }) => (await pageOf(db, read / WINDOW_ROWS + 1)).rows,
    count: async (db) => (await pageOf(db, 1)).totals.total,
  };
}

/** How a list that one statement reads whole is written. */
export function allAtOnce<Read>(
  select: (db: Db) => Promise<Read[]>,
): Pick<ExportedList<Read>, 'readAfter' | 'batch'> {
  return {
    batch: Infinity,
    readAfter: select,
  };
}

/** Counting ends here for the audit entry; the file does not. */
const COUNTED_ROWS = 100_000;

/**
 * Writes a list of any length as a file. The export is recorded before its first row is sent.
 *
 * Each batch is read on a connection that is held for that statement alone, and for which it queues as any list does. So a
 * batch shows its rows as they are when it is read. What is read along a key comes once.
 *
 * The file ends with an error once the session has ended or the rank of its author has changed.
 *
 * @throws too_many_requests for a second export at once, and beyond the readings of an hour; unavailable when too many
 * run; what `ReadList` throws
 */
export type ExportList = <Read, Row, Start = undefined>(
  staff: Staff,
  exported: ExportedList<Read, Row, Start>,
) => Promise<CsvFile>;

export function createExportList(db: Database, readList: ReadList): ExportList {
  const takeSlot = createExportSlots();
  return async (staff, exported) => {
    const slot = takeSlot(staff.viewer.accountId);
    try {
      return await beginExport({ db, readList }, staff, { exported, slot });
    } catch (error) {
      slot.release();
      throw error;
    }
  };
}

type Begun<Read, Row, Start> = {
  exported: ExportedList<Read, Row, Start>;
  slot: ReturnType<ReturnType<typeof createExportSlots>>;
};

async function beginExport<Read, Row, Start>(
  { db, readList }: { db: Database; readList: ReadList },
  staff: Staff,
  { exported, slot }: Begun<Read, Row, Start>,
): Promise<CsvFile> {
  const { list, fileName, columns, present, query, begin, readAfter, count } = exported;
  const { batch: limit = EXPORT_BATCH } = exported;
  const read = <T>(select: (tx: Db) => Promise<T>) =>
    readList({ search: '', page: 1, pageSize: '10' }, select);
  // Before the trace, so that the log's file can't begin with its own entry, and a failure is an error and not half a file.
  const { start, first } = await read(async (tx) => {
    const begun = (await begin?.(tx)) as Start;
    return { start: begun, first: await readAfter(tx, { after: undefined, read: 0, limit }, begun) };
  });
  const isWhole = first.length < limit;
  const counted = isWhole || !count ? first.length : await read((tx) => count(tx, COUNTED_ROWS + 1, start));
  const rows = counted > COUNTED_ROWS ? `at least ${COUNTED_ROWS}` : counted;
  await traceExport(db, staff, { list, filters: filtersOf(query), rows });

  async function* batches(): AsyncGenerator<Row[]> {
    let sent = 0;
    for (let batch = first; batch.length > 0;) {
      yield batch.map(present);
      if (batch.length < limit) return;
      sent += batch.length;
      const after = batch.at(-1);
      batch = await read(async (tx) => {
        await requireSameRank(tx, staff.viewer);
        return readAfter(tx, { after, read: sent, limit }, start);
      });
    }
  }
  const day = new Date().toISOString().slice(0, 10);
  return { fileName: `${fileName}-${day}.csv`, parts: endingWith(csvParts(columns, batches()), slot) };
}

/** What the file may contain was decided by the rank at its beginning. */
async function requireSameRank(db: Db, viewer: Viewer): Promise<void> {
  const current = await findViewerBySession(db, viewer.sessionHash);
  if (!current) throw unauthenticated();
  if (rankOf(current) !== rankOf(viewer)) throw forbidden('Your rights have changed. Export the list again.');
}

function rankOf({ permission, webMgt, sections }: Viewer): string {
  return JSON.stringify([permission, webMgt, sections]);
}

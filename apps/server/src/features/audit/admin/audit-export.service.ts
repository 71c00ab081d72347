import { AUDIT_LABELS, type AuditEntry, MAX_EXPORTED_ENTRIES } from '@waygate/contract/audit/audit.schemas';
import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import { filtersOf, type Staff, traceExport } from '#features/staff/staff.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import { badRequest } from '#platform/errors/app-error.ts';
import { csvParts } from '#platform/http/csv.ts';
import {
  type AuditQuery,
  countAuditEntries,
  type NamedAuditEntry,
  selectAuditEntriesAfter,
} from './audit-list.queries.ts';
import { presentAuditEntry } from './audit.presenter.ts';

/** Entries that are read, and held in memory, at a time. */
const BATCH = 1000;

const TOO_MANY = `These filters find more than ${MAX_EXPORTED_ENTRIES.toLocaleString('en')} entries. Please choose a shorter time, or filter further.`;

type Parts = { db: Database; readList: ReadList };

/**
 * The filtered log as a file. The export itself is recorded before the first entry is sent, and is not in the file.
 *
 * @throws bad_request for more than MAX_EXPORTED_ENTRIES; too_many_requests; what `ReadList` throws
 */
export async function exportAuditLog(
  { db, readList }: Parts,
  staff: Staff,
  query: AuditQuery,
): Promise<CsvFile> {
  const { viewer } = staff;
  const read = <T>(select: (tx: Db) => Promise<T>) =>
    // Each batch on a connection of its own, for which it queues as any list does.
    readList({ search: query.search, page: 1, pageSize: '10' }, select);
  const readAfter = (after: number | undefined) =>
    read((tx) => selectAuditEntriesAfter(tx, viewer, { query, after, limit: BATCH }));

  const rows = await read((tx) => countAuditEntries(tx, viewer, { query, most: MAX_EXPORTED_ENTRIES + 1 }));
  if (rows > MAX_EXPORTED_ENTRIES) throw badRequest(TOO_MANY);
  // Before the trace, so that the file can't begin with its own entry, and a failure is an error and not half a file.
  const first = await readAfter(undefined);
  await traceExport(db, staff, { list: 'audit', filters: filtersOf(query), rows });

  async function* batches(): AsyncGenerator<AuditEntry[]> {
    let left = rows;
    for (let batch: NamedAuditEntry[] = first; batch.length > 0;) {
      yield batch.slice(0, left).map((entry) => presentAuditEntry(entry, viewer));
      left -= batch.length;
      if (left <= 0 || batch.length < BATCH) return;
      batch = await readAfter(batch.at(-1)?.id);
    }
  }
  const day = new Date().toISOString().slice(0, 10);
  return { fileName: `audit-log-${day}.csv`, parts: csvParts(COLUMNS, batches()) };
}

const COLUMNS: CsvColumn<AuditEntry>[] = [
  { label: 'entryId', value: ({ entryId }) => entryId },
  { label: 'at', value: ({ at }) => at },
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'action', value: ({ kind }) => AUDIT_LABELS[kind] },
  { label: 'target', value: ({ target }) => target },
  { label: 'staffId', value: ({ staff }) => staff.accountDBID },
  { label: 'staff', value: ({ staff }) => staff.userName },
  { label: 'accountId', value: ({ account }) => account?.accountDBID },
  { label: 'account', value: ({ account }) => account?.userName },
  { label: 'address', value: ({ address }) => address },
  { label: 'reason', value: ({ reason }) => reason },
  { label: 'before', value: ({ before }) => before && JSON.stringify(before) },
  { label: 'after', value: ({ after }) => after && JSON.stringify(after) },
];

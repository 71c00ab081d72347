import { AUDIT_LABELS, type AuditEntry } from '@waygate/contract/audit/audit.schemas';
import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import type { ExportList, Staff } from '#features/staff/staff.ts';
import {
  type AuditQuery,
  countAuditEntries,
  type NamedAuditEntry,
  selectAuditEntriesAfter,
  selectNewestEntry,
} from './audit-list.queries.ts';
import { presentAuditEntry } from './audit.presenter.ts';

/** The filtered log as a file, as it is when the export begins: without the export's own entry. */
export function exportAuditLog(exportList: ExportList, staff: Staff, query: AuditQuery): Promise<CsvFile> {
  const { viewer } = staff;
  return exportList(staff, {
    list: 'audit',
    fileName: 'audit-log',
    columns: COLUMNS,
    present: (entry: NamedAuditEntry) => presentAuditEntry(entry, viewer),
    query,
    begin: selectNewestEntry,
    readAfter: (tx, { after, limit }, newest) =>
      selectAuditEntriesAfter(tx, viewer, { query, after: after?.id, newest, limit }),
    count: (tx, most) => countAuditEntries(tx, viewer, { query, most }),
  });
}

const COLUMNS: CsvColumn<AuditEntry>[] = [
  { label: 'entryId', value: ({ entryId }) => entryId },
  { label: 'at', value: ({ at }) => at },
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'action', value: ({ kind }) => AUDIT_LABELS[kind] },
  { label: 'target', value: ({ target }) => target },
  { label: 'targetName', value: ({ targetName }) => targetName },
  { label: 'staffId', value: ({ staff }) => staff.accountDBID },
  { label: 'staff', value: ({ staff }) => staff.userName },
  { label: 'accountId', value: ({ account }) => account?.accountDBID },
  { label: 'account', value: ({ account }) => account?.userName },
  { label: 'address', value: ({ address }) => address },
  { label: 'reason', value: ({ reason }) => reason },
  { label: 'before', value: ({ before }) => before && JSON.stringify(before) },
  { label: 'after', value: ({ after }) => after && JSON.stringify(after) },
];

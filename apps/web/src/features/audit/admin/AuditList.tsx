import { AUDIT_LABELS } from '@waygate/contract/audit/audit.schemas';
import { listAuditEntries } from '@waygate/contract/audit/audit.endpoints';
import type { ListFilter } from '#features/admin/lists/ListFilters.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { AUDIT_KIND_OPTIONS, changesOf, shortened } from './audit-labels.ts';
import { useAuditColumns } from './use-audit-columns.tsx';

const FILTERS: ListFilter[] = [
  { name: 'kind', label: 'What', options: AUDIT_KIND_OPTIONS, anyLabel: 'Everything' },
  { name: 'staff', label: 'Staff (account ID)', input: 'id' },
  { name: 'account', label: 'Account ID', input: 'id' },
];

/** The read-only log of staff actions. */
export function AuditList() {
  const { columns, dialog } = useAuditColumns();
  return (
    <>
      <ListView
        queryKey={['audit']}
        load={loadFrom(listAuditEntries, ({ entries: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch the audit log."
        caption="Audit log"
        columns={columns}
        rowKey={({ entryId }) => entryId}
        searchLabel="Search by record or account"
        filters={FILTERS}
        defaultSort="-at"
        empty={<p>There are no entries yet. Changes by staff are listed here.</p>}
        csv={{
          fileName: 'audit-log.csv',
          columns: [
            { label: 'at', value: ({ at }) => at },
            { label: 'what', value: ({ kind }) => AUDIT_LABELS[kind] },
            { label: 'target', value: ({ target }) => target },
            { label: 'staff', value: ({ staff }) => staff.userName },
            { label: 'account', value: ({ account }) => account?.userName },
            { label: 'from', value: ({ address }) => address },
            {
              label: 'changes',
              value: (entry) =>
                changesOf(entry)
                  .map(shortened)
                  .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
                  .join('; '),
            },
          ],
        }}
      />
      {dialog}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import {
  exportAuditEntries,
  listAuditEntries,
  listAuditStaff,
} from '@waygate/contract/audit/audit.endpoints';
import { useMemo } from 'react';
import { call } from '#api/call.ts';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { AUDIT_KIND_OPTIONS } from './audit-labels.ts';
import { useAuditColumns } from './use-audit-columns.tsx';

/** The read-only log of staff actions. */
export function AuditList() {
  const { columns, dialog } = useAuditColumns();
  const filters = useAuditFilters();
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
        filters={filters}
        defaultSort="-at"
        empty={<p>There are no entries yet. Changes by staff are listed here.</p>}
        csv={exportAuditEntries}
      />
      {dialog}
    </>
  );
}

function useAuditFilters(): ListFilter[] {
  const { data: staff = [] } = useQuery({
    queryKey: ['audit', 'staff'],
    queryFn: async ({ signal }) => (await call(listAuditStaff, {}, { signal })).staff,
  });
  return useMemo(
    () => [
      {
        name: 'kind',
        label: 'Action',
        options: AUDIT_KIND_OPTIONS,
        isMultiple: true,
        anyLabel: 'Everything',
      },
      {
        name: 'staff',
        label: 'Staff',
        options: staff.map(({ accountDBID, userName }) => ({ value: String(accountDBID), label: userName })),
        anyLabel: 'Everybody',
      },
      { name: 'account', label: 'Player', input: 'account' },
      { name: 'product', label: 'Product', input: 'product' },
      { name: 'from', label: 'From', input: 'time' },
      { name: 'to', label: 'Before', input: 'time' },
    ],
    [staff],
  );
}

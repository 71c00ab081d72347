import { useQuery } from '@tanstack/react-query';
import { listAuditEntries } from '@waygate/contract/audit/audit.endpoints';
import { Link } from 'react-router';
import { call } from '#api/call.ts';
import { RecordTable } from '#features/admin/lists/RecordTable.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { useAuditColumns } from './use-audit-columns.tsx';

/** What staff changed about the account. */
export function UserAudit({ accountId }: { accountId: string }) {
  const { columns, dialog } = useAuditColumns();
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'of account', accountId],
    queryFn: async ({ signal }) => {
      const query = { pageSize: '50', account: accountId } as const;
      return (await call(listAuditEntries, { query }, { signal })).entries;
    },
  });
  return (
    <>
      <RecordTable
        caption="Audit log of the account"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        // The account is the same everywhere here.
        columns={columns.filter(({ id }) => id !== 'account')}
        rowKey={({ entryId }) => entryId}
        nothing="Staff haven't changed this account."
      />
      <Link to={`${adminPaths.audit}?account=${accountId}`}>Open in the audit log</Link>
      {dialog}
    </>
  );
}

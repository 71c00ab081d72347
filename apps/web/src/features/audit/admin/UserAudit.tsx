import { exportAuditEntries, listAuditEntries } from '@waygate/contract/audit/audit.endpoints';
import { Link } from 'react-router';
import { call } from '#api/call.ts';
import { AccountRecords } from '#features/admin/lists/AccountRecords.tsx';
import { WithFile } from '#features/admin/lists/WithFile.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { useAuditColumns } from './use-audit-columns.tsx';

/** What staff changed about the account. */
export function UserAudit({ accountId }: { accountId: string }) {
  const { columns, dialog } = useAuditColumns();
  return (
    <WithFile endpoint={exportAuditEntries} caption="Audit log of the account" query={{ account: accountId }}>
      <AccountRecords
        kind="audit"
        accountId={accountId}
        caption="Audit log of the account"
        load={async (account, signal) =>
          (await call(listAuditEntries, { query: { pageSize: '50', account } }, { signal })).entries
        }
        // The account is the same everywhere here.
        columns={columns.filter(({ id }) => id !== 'account')}
        rowKey={({ entryId }) => entryId}
        nothing="Staff haven't changed this account."
      />
      <Link to={`${adminPaths.audit}?account=${accountId}`}>Open in the audit log</Link>
      {dialog}
    </WithFile>
  );
}

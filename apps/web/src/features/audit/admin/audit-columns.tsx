import type { AuditEntry } from '@waygate/contract/audit/audit.schemas';
import { Link } from 'react-router';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { Column } from '#ui/admin/columns.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { AuditChanges } from './AuditChanges.tsx';
import { AUDIT_WORDS, auditTargetPath } from './audit-words.ts';

/** One entry of the audit log, wherever it is listed. */
export const AUDIT_COLUMNS: Column<AuditEntry>[] = [
  {
    id: 'at',
    label: 'When',
    sortKey: 'at',
    render: ({ at }) => <LocalTime value={at} />,
    width: '11rem',
  },
  {
    id: 'kind',
    label: 'What',
    isPrimary: true,
    render: (entry) => <Deed entry={entry} />,
  },
  {
    id: 'staff',
    label: 'By',
    render: ({ staff }) => <Link to={adminPaths.user(staff.accountDBID)}>{staff.userName}</Link>,
  },
  {
    id: 'account',
    label: 'Account',
    render: ({ account }) =>
      account ? <Link to={adminPaths.user(account.accountDBID)}>{account.userName}</Link> : '–',
  },
  { id: 'changes', label: 'Changes', render: (entry) => <AuditChanges entry={entry} /> },
  { id: 'address', label: 'From', render: ({ address }) => address ?? '–', width: '9rem' },
];

function Deed({ entry }: { entry: AuditEntry }) {
  const path = auditTargetPath(entry);
  const isAccount = entry.target === String(entry.account?.accountDBID);
  return (
    <>
      {AUDIT_WORDS[entry.kind]}
      {!isAccount && (
        <>
          {' '}
          <small>{path ? <Link to={path}>#{entry.target}</Link> : entry.target}</small>
        </>
      )}
    </>
  );
}

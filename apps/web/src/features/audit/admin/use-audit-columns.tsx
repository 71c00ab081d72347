import { AUDIT_LABELS, type AuditEntry } from '@waygate/contract/audit/audit.schemas';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { AuditEntryDialog } from './AuditEntryDialog.tsx';
import { isOfAccount } from './audit-labels.ts';
import { AuditTarget } from './AuditTarget.tsx';
import { ShortChanges } from './ShortChanges.tsx';

type ShowAll = (entry: AuditEntry) => void;

/** The columns of the audit log, and the dialog that shows all changes of an entry. */
export function useAuditColumns(): { columns: Column<AuditEntry>[]; dialog: ReactNode } {
  const [shown, setShown] = useState<AuditEntry>();
  return {
    columns: useMemo(() => columnsWith(setShown), []),
    dialog: shown && <AuditEntryDialog entry={shown} onClose={() => setShown(undefined)} />,
  };
}

const columnsWith = (showAll: ShowAll): Column<AuditEntry>[] => [
  {
    id: 'at',
    label: 'When',
    sortKey: 'at',
    render: ({ at }) => <ShortTime value={at} />,
  },
  {
    id: 'kind',
    label: 'What',
    isPrimary: true,
    render: ({ kind }) => AUDIT_LABELS[kind],
  },
  {
    id: 'record',
    label: 'Record',
    // An account has its own column.
    render: (entry) => (isOfAccount(entry) ? '–' : <AuditTarget entry={entry} fallback={entry.target} />),
  },
  {
    id: 'staff',
    label: 'By',
    render: ({ staff }) => (
      <Link to={adminPaths.user({ accountId: staff.accountDBID })}>{staff.userName}</Link>
    ),
  },
  {
    id: 'account',
    label: 'Account',
    render: ({ account }) =>
      account ? (
        <Link to={adminPaths.user({ accountId: account.accountDBID })}>{account.userName}</Link>
      ) : (
        '–'
      ),
  },
  {
    id: 'changes',
    label: 'Changes',
    grows: true,
    phone: 'below',
    render: (entry) => <ShortChanges entry={entry} onShowAll={() => showAll(entry)} />,
  },
  { id: 'address', label: 'From', phone: 'hidden', render: ({ address }) => address ?? '–' },
];

import { AUDIT_LABELS, AUDIT_RECORD_SECTIONS, type AuditEntry } from '@waygate/contract/audit/audit.schemas';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#api/session.ts';
import { canUse } from '#features/admin/sections.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { AuditEntryDialog } from './AuditEntryDialog.tsx';
import { auditRecordOf, auditTargetPath } from './audit-labels.ts';
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
  { id: 'record', label: 'Record', render: (entry) => <Target entry={entry} /> },
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

/** The changed record by its name and id; an account has its own column. Linked for staff who may open it while it exists. */
function Target({ entry }: { entry: AuditEntry }) {
  const session = useSession();
  const { kind, target, targetName, account } = entry;
  if (target === String(account?.accountDBID)) return '–';
  const record = auditRecordOf(entry);
  if (!record) return target;
  const text = targetName === null ? `#${target}` : `${targetName} (#${target})`;
  const path = auditTargetPath(entry);
  const isThere = !kind.endsWith('.delete') && canUse(session, AUDIT_RECORD_SECTIONS[record]);
  return path !== undefined && isThere ? <Link to={path}>{text}</Link> : text;
}

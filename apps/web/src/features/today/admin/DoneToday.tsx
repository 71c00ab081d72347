import { useQuery } from '@tanstack/react-query';
import { listAuditEntries } from '@waygate/contract/audit/audit.endpoints';
import { AUDIT_LABELS } from '@waygate/contract/audit/audit.schemas';
import { Link } from 'react-router';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { useSession } from '#api/session.ts';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { canUse } from '#features/admin/sections.ts';
import { AuditTarget } from '#features/audit/admin/AuditTarget.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { Panel } from '#ui/admin/Panel.tsx';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { Failure } from '#ui/Failure.tsx';
import styles from './Moments.module.css';
import { useMoment } from './use-moment.ts';

const REFRESH_MS = 60_000;

/** What staff did today, the newest first, for those who may read the audit log. */
export function DoneToday() {
  const mayRead = canUse(useSession(), 'users');
  const from = startOfDay(useMoment());
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'today', from],
    queryFn: async ({ signal }) =>
      (await call(listAuditEntries, { query: { pageSize: '10', from } }, { signal })).entries,
    enabled: mayRead,
    refetchInterval: REFRESH_MS,
  });
  if (error && !data) {
    const message = messageOf(error, "What was done today couldn't be loaded.");
    return <Failure message={message} onRetry={() => void refetch()} />;
  }
  if (!data || data.length === 0) return null;
  return (
    <Panel title="Done by staff today">
      <ul className={styles.moments}>
        {data.map((entry) => (
          <li key={entry.entryId}>
            <ShortTime value={entry.at} />
            <span>
              <strong>{entry.staff.userName}</strong>: {AUDIT_LABELS[entry.kind]}{' '}
              <AuditTarget entry={entry} fallback={null} />{' '}
              {entry.account && <AccountLink account={entry.account} />}
            </span>
          </li>
        ))}
      </ul>
      <Link to={adminPaths.audit}>Audit Log</Link>
    </Panel>
  );
}

/** Midnight where the viewer is. */
function startOfDay(moment: Date): string {
  return new Date(new Date(moment).setHours(0, 0, 0, 0)).toISOString();
}

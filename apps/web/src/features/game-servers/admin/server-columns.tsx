import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { Link } from 'react-router';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import styles from './GameServerList.module.css';
import { GUARANTEE_TEXTS, playersText, statusLabel } from './server-labels.ts';

type Server = AdminGameServer;
type Handlers = { onEdit: (server: Server) => void; onAccess: (server: Server) => void };

export function serverColumns({ onEdit, onAccess }: Handlers): Column<Server>[] {
  return [
    { id: 'name', label: 'Server', isPrimary: true, width: '12rem', render: nameOf },
    { id: 'status', label: 'Status', width: '11rem', render: statusOf },
    { id: 'bridge', label: 'Bridge', wraps: true, grows: true, render: bridgeOf },
    { id: 'contact', label: 'Last contact', width: '13rem', render: contactOf },
    { id: 'deliveries', label: 'Deliveries', width: '8rem', render: deliveriesOf },
    {
      id: 'actions',
      label: 'Actions',
      width: '11rem',
      render: (server) => (
        <RowActions>
          <Button look="secondary" aria-label={`Edit ${server.name}`} onClick={() => onEdit(server)}>
            Edit
          </Button>
          <Button look="secondary" aria-label={`Access of ${server.name}`} onClick={() => onAccess(server)}>
            Access
          </Button>
        </RowActions>
      ),
    },
  ];
}

function nameOf({ name, slug, isListed, isFirst }: Server) {
  return (
    <div className={styles.stack}>
      {name}
      <span className={styles.detail}>
        {slug}
        {isFirst && ', the first server'}
      </span>
      {!isListed && <Badge tone="warning">Hidden</Badge>}
    </div>
  );
}

function statusOf(server: Server) {
  const { text, tone } = statusLabel(server);
  return (
    <div className={styles.stack}>
      <Badge tone={tone}>{text}</Badge>
      {server.status === 'online' && <span>{playersText(server)}</span>}
      {server.offlineSince !== null && (
        <span className={styles.detail}>
          {server.status === 'unknown' ? 'Silent since' : 'Offline since'}{' '}
          <LocalTime value={server.offlineSince} />
        </span>
      )}
    </div>
  );
}

function bridgeOf({ adapter, bridgeVersion, gameVersion, guarantee, needsCharacter }: Server) {
  if (adapter === null || guarantee === null)
    return 'None has reported yet. Create a token and give it to the bridge.';
  return (
    <div className={styles.stack}>
      <span>
        {adapter} {bridgeVersion}
        {gameVersion !== null && <span className={styles.detail}> · game {gameVersion}</span>}
      </span>
      <span className={styles.detail}>
        <strong className={styles.guarantee}>{GUARANTEE_TEXTS[guarantee].text}.</strong>{' '}
        {GUARANTEE_TEXTS[guarantee].meaning}
      </span>
      {needsCharacter && <span className={styles.detail}>Needs a character for each delivery.</span>}
    </div>
  );
}

function contactOf({ reportedAt, lastLeaseAt }: Server) {
  return (
    <div className={styles.stack}>
      <span>
        <span className={styles.detail}>Report</span> {timeOf(reportedAt)}
      </span>
      <span>
        <span className={styles.detail}>Lease</span> {timeOf(lastLeaseAt)}
      </span>
    </div>
  );
}

function timeOf(time: string | null) {
  return time === null ? 'Never' : <LocalTime value={time} />;
}

function deliveriesOf({ serverId, name, waitingDeliveries, undecidedDeliveries }: Server) {
  if (waitingDeliveries === 0) return 'None waiting';
  const waiting = waitingDeliveries.toLocaleString();
  return (
    <div className={styles.stack}>
      <Link to={`${adminPaths.deliveries}?server=${serverId}&state=pending`}>
        {waiting} waiting
        <span className="visually-hidden"> for {name}</span>
      </Link>
      {undecidedDeliveries > 0 && (
        <Link to={`${adminPaths.deliveries}?server=${serverId}`}>
          {undecidedDeliveries.toLocaleString()} to decide
          <span className="visually-hidden"> for {name}</span>
        </Link>
      )}
    </div>
  );
}

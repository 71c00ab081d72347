import type { ChannelHealth as Channel } from '@waygate/contract/drops/drops.admin.schemas';
import { Link } from 'react-router';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { Badge, type BadgeTone } from '#ui/admin/Badge.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import styles from './drops-admin.module.css';

const STATES: Record<Channel['state'], { label: string; tone: BadgeTone }> = {
  read: { label: 'Counts', tone: 'success' },
  unread: { label: "Can't be read", tone: 'error' },
  not_counting: { label: "Live, doesn't count", tone: 'info' },
  offline: { label: 'Offline', tone: 'neutral' },
  needs_new_link: { label: 'Needs a new link', tone: 'warning' },
};

const COLUMNS: Column<Channel>[] = [
  {
    id: 'channel',
    label: 'Channel',
    isPrimary: true,
    render: ({ accountDBID, login }) => <Link to={adminPaths.dropAccount(accountDBID)}>{login}</Link>,
  },
  {
    id: 'state',
    label: 'State',
    width: '12rem',
    render: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  { id: 'viewers', label: 'Viewers', align: 'end', render: ({ viewers }) => viewers.toLocaleString() },
  {
    id: 'read',
    label: 'Chat read',
    render: ({ readAt }) => (readAt === null ? 'Never' : <LocalTime value={readAt} />),
  },
  {
    id: 'failure',
    label: 'Detail',
    render: ({ failure }) => <span className={styles.detail}>{failure ?? '–'}</span>,
  },
];

/** The state of each approved channel, those that need attention first. */
export function ChannelHealth({ channels }: { channels: Channel[] }) {
  return (
    <DataTable
      caption="Channels"
      columns={COLUMNS}
      rows={channels}
      rowKey={({ accountDBID }) => accountDBID}
      empty={
        <EmptyState>
          <p>No streamer is approved, so no minutes count.</p>
        </EmptyState>
      }
    />
  );
}

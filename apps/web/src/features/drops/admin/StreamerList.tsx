import { exportStreamers, listStreamers } from '@waygate/contract/drops/drops.admin.endpoints';
import type { Streamer } from '@waygate/contract/drops/drops.admin.schemas';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { useSelectedAccounts } from '#features/admin/lists/use-selected-accounts.ts';
import { OwnAccountNote } from '#features/admin/records/OwnAccountNote.tsx';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { Badge, type BadgeTone } from '#ui/admin/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { ApproveSelected } from './ApproveSelected.tsx';
import { STREAMERS_KEY } from './drop-admin-queries.ts';
import styles from './drops-admin.module.css';
import { type Decision, DecisionDialog } from './DecisionDialog.tsx';

const STATES: Record<Streamer['state'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'Waiting for approval', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'error' },
  needs_new_link: { label: 'Needs a new link', tone: 'info' },
};

const STATE_OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({ value, label }));

const FILTERS: ListFilter[] = [
  { name: 'state', label: 'State', options: STATE_OPTIONS },
  { name: 'from', label: 'Asked from', input: 'time', isExtra: true },
  { name: 'to', label: 'Asked before', input: 'time', isExtra: true },
];

const COLUMNS: Column<Streamer>[] = [
  { id: 'id', label: 'Account', width: '4rem', phone: 'hidden', render: ({ accountDBID }) => accountDBID },
  {
    id: 'name',
    label: 'Username',
    isPrimary: true,
    render: ({ accountDBID, userName }) => <Link to={adminPaths.dropAccount(accountDBID)}>{userName}</Link>,
  },
  {
    id: 'twitch',
    label: 'Channel',
    render: ({ login, isLive }) => (
      <span className={styles.channel}>
        <a href={`https://www.twitch.tv/${login}`} target="_blank" rel="noopener">
          {login}
        </a>
        {isLive && <Badge tone="error">Live</Badge>}
      </span>
    ),
  },
  {
    id: 'state',
    label: 'State',
    phone: 'top',
    render: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  {
    id: 'asked',
    label: 'Asked',
    sortKey: 'requestedAt',
    render: ({ requestedAt }) => <ShortTime value={requestedAt} />,
  },
  {
    id: 'decided',
    label: 'Decided',
    phone: 'hidden',
    render: ({ decidedAt }) => (decidedAt ? <ShortTime value={decidedAt} /> : 'Not yet'),
  },
];

/** Accounts that applied to earn by streaming, and the decision about each. */
export function StreamerList() {
  const [asked, setAsked] = useState<Decision>();
  const mayGive = useMayGive();
  const { rows: streamers, selection, clear } = useSelectedAccounts<Streamer>(STREAMERS_KEY);
  const actions: Column<Streamer> = {
    id: 'actions',
    label: 'Actions',
    render: (streamer) =>
      mayGive(streamer.accountDBID) ? (
        <span className={styles.words}>
          {streamer.state !== 'approved' && (
            <Button
              look="secondary"
              aria-label={`Approve ${streamer.userName}`}
              onClick={() => setAsked({ streamer, decision: 'approve' })}
            >
              Approve
            </Button>
          )}
          {streamer.state !== 'rejected' && (
            <Button
              look="danger"
              aria-label={`Reject ${streamer.userName}`}
              onClick={() => setAsked({ streamer, decision: 'reject' })}
            >
              Reject
            </Button>
          )}
        </span>
      ) : (
        <OwnAccountNote />
      ),
  };
  return (
    <>
      <ListView
        queryKey={STREAMERS_KEY}
        load={loadFrom(listStreamers, ({ streamers: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch the streamers."
        caption="Streamers"
        columns={[...COLUMNS, actions]}
        rowKey={({ accountDBID }) => accountDBID}
        searchLabel="Search by name, Twitch login or id"
        filters={FILTERS}
        defaultSort="-requestedAt"
        selection={selection}
        toolbar={<ApproveSelected streamers={streamers} onApproved={clear} />}
        empty={<p>Nobody has applied to earn by streaming yet.</p>}
        csv={exportStreamers}
      />
      {asked && <DecisionDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

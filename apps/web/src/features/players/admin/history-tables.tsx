import type { UserHistory } from '@waygate/contract/accounts/accounts.admin.schemas';
import { Badge } from '#ui/admin/Badge.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { LocalTime } from '#ui/LocalTime.tsx';

export type HistoryKind = keyof UserHistory;

type RowOf<K extends HistoryKind> = UserHistory[K][number];

export type HistoryTable<Row> = {
  caption: string;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Shown when there are no rows. */
  nothing: string;
};

const BANS: Column<RowOf<'bans'>>[] = [
  {
    id: 'state',
    label: 'State',
    render: ({ active, endTime }) =>
      active && (endTime === null || Date.parse(endTime) > Date.now()) ? (
        <Badge tone="error">Active</Badge>
      ) : (
        <Badge>Over</Badge>
      ),
  },
  { id: 'reason', label: 'Reason', isPrimary: true, render: ({ description }) => description },
  { id: 'from', label: 'From', render: ({ startTime }) => <LocalTime value={startTime} /> },
  {
    id: 'to',
    label: 'Until',
    render: ({ endTime }) => (endTime ? <LocalTime value={endTime} /> : 'Permanent'),
  },
  { id: 'ip', label: 'IP address', render: ({ ip }) => ip ?? '–' },
];

const SESSIONS: Column<RowOf<'sessions'>>[] = [
  {
    id: 'since',
    label: 'Signed in',
    isPrimary: true,
    render: ({ createdAt }) => <LocalTime value={createdAt} />,
  },
  { id: 'used', label: 'Last used', render: ({ lastUsedAt }) => <LocalTime value={lastUsedAt} /> },
];

const MAILS: Column<RowOf<'mails'>>[] = [
  { id: 'kind', label: 'Mail', isPrimary: true, render: ({ kind }) => mailText(kind) },
  { id: 'to', label: 'To', render: ({ recipient }) => recipient },
  { id: 'queued', label: 'Queued', render: ({ createdAt }) => <LocalTime value={createdAt} /> },
  { id: 'state', label: 'State', render: (mail) => <MailState mail={mail} /> },
];

/** 'Order paid' for `order-paid`. */
function mailText(kind: string): string {
  const words = kind.replaceAll(/[-_]/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function MailState({ mail: { sentAt, failedAt, failure } }: { mail: RowOf<'mails'> }) {
  if (sentAt)
    return (
      <>
        <Badge tone="success">Sent</Badge> <LocalTime value={sentAt} />
      </>
    );
  if (failedAt)
    return (
      <>
        <Badge tone="error">Failed</Badge> {failure}
      </>
    );
  return <Badge tone="info">Waiting</Badge>;
}

/** The table for each kind of history record. */
export const HISTORY_TABLES: { [K in HistoryKind]: HistoryTable<RowOf<K>> } = {
  bans: {
    caption: 'Bans',
    columns: BANS,
    rowKey: ({ banId }) => banId,
    nothing: 'This account was never banned.',
  },
  sessions: {
    caption: 'Sessions',
    columns: SESSIONS,
    rowKey: ({ createdAt, lastUsedAt }) => `${createdAt} ${lastUsedAt}`,
    nothing: "The player isn't signed in anywhere.",
  },
  mails: {
    caption: 'Mails',
    columns: MAILS,
    rowKey: ({ createdAt, kind, recipient }) => `${createdAt} ${kind} ${recipient}`,
    nothing: 'No mail has been sent.',
  },
};

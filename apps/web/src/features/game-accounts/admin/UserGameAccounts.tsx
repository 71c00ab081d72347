import { useQuery } from '@tanstack/react-query';
import {
  exportUserGameAccounts,
  listUserGameAccounts,
} from '@waygate/contract/game-accounts/game-accounts.admin.endpoints';
import type { AdminGameAccount } from '@waygate/contract/game-accounts/game-accounts.admin.schemas';
import { call } from '#api/call.ts';
import { RecordTable } from '#features/admin/lists/RecordTable.tsx';
import { WithFile } from '#features/admin/lists/WithFile.tsx';
import { Badge } from '#ui/admin/Badge.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { GAME_ACCOUNT_STATES } from './game-account-states.ts';

const KINDS: Record<string, string> = {
  create: 'Create',
  set_password: 'Set password',
  rename: 'Rename',
  claim: 'Claim',
  lock: 'Lock',
  unlock: 'Unlock',
};

const COLUMNS: Column<AdminGameAccount>[] = [
  { id: 'server', label: 'Game server', isPrimary: true, render: ({ serverName }) => serverName },
  { id: 'login', label: 'Login', width: '10rem', render: ({ login }) => login ?? '–' },
  {
    id: 'state',
    label: 'State',
    width: '17rem',
    render: ({ state, message }) => (
      <>
        <Badge tone={GAME_ACCOUNT_STATES[state].tone}>{GAME_ACCOUNT_STATES[state].text}</Badge>
        {message !== null && <div>{message}</div>}
      </>
    ),
  },
  {
    id: 'locked',
    label: 'Locked',
    render: ({ isLocked }) => (isLocked ? <Badge tone="error">Locked</Badge> : 'No'),
  },
  {
    id: 'answer',
    label: "Game's last answer",
    render: ({ lastAnswer }) => <LastAnswer answer={lastAnswer} />,
  },
  { id: 'waiting', label: 'Next attempt', render: ({ waiting }) => <Waiting waiting={waiting} /> },
  { id: 'id', label: 'Id in the game', render: ({ gameAccountId }) => gameAccountId ?? '–' },
];

/** The account's accounts in games. */
export function UserGameAccounts({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['user', accountId, 'game-accounts'],
    queryFn: ({ signal }) => call(listUserGameAccounts, { params: { id: accountId } }, { signal }),
  });
  return (
    <WithFile endpoint={exportUserGameAccounts} caption="Game accounts" params={{ id: accountId }}>
      <RecordTable
        caption="Game accounts"
        columns={COLUMNS}
        rowKey={({ serverId }) => serverId}
        nothing="This account has no game accounts."
        rows={data?.gameAccounts}
        error={error}
        onRetry={() => void refetch()}
      />
    </WithFile>
  );
}

function LastAnswer({ answer }: { answer: AdminGameAccount['lastAnswer'] }) {
  if (answer === null) return '–';
  const { kind, result, detail, attempts } = answer;
  const failures = attempts === 0 ? '' : ` (${attempts} ${attempts === 1 ? 'failure' : 'failures'})`;
  return `${KINDS[kind] ?? kind}: ${result.replaceAll('_', ' ')}${detail === null ? '' : `. ${detail}`}${failures}`;
}

function Waiting({ waiting }: { waiting: AdminGameAccount['waiting'] }) {
  if (waiting === null) return '–';
  return (
    <>
      {KINDS[waiting.kind] ?? waiting.kind}, <LocalTime value={waiting.nextAt} />
    </>
  );
}

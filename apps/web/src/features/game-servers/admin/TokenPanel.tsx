import type {
  AdminGameServer,
  GameServerAccess,
} from '@waygate/contract/game-servers/game-servers.admin.schemas';
import type { CsvColumn } from '@waygate/contract/csv';
import { useState } from 'react';
import { FileButton } from '#features/admin/lists/FileButton.tsx';
import { RecordTable } from '#features/admin/lists/RecordTable.tsx';
import { Badge } from '#ui/admin/Badge.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { CreatedTokenDialog } from './CreatedTokenDialog.tsx';
import { NewTokenDialog } from './NewTokenDialog.tsx';
import { RevokeTokenDialog } from './RevokeTokenDialog.tsx';
import styles from './ServerAccess.module.css';

type Token = GameServerAccess['tokens'][number];
type TokenPanelProps = {
  server: AdminGameServer;
  /** Undefined until loaded. */
  tokens: Token[] | undefined;
  error: Error | null;
  onRetry: () => void;
};

type Opened = { dialog: 'new' } | { dialog: 'created'; token: string } | { dialog: 'revoke'; token: Token };

/** Their ids open nothing. */
const FILE_COLUMNS: CsvColumn<Token>[] = [
  { label: 'tokenId', value: ({ tokenId }) => tokenId },
  { label: 'label', value: ({ label }) => label },
  { label: 'createdAt', value: ({ createdAt }) => createdAt },
  { label: 'revokedAt', value: ({ revokedAt }) => revokedAt },
];

/** The tokens of a server's bridge. */
export function TokenPanel({ server, tokens, error, onRetry }: TokenPanelProps) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <Panel
      title="Tokens"
      actions={
        <>
          {tokens && tokens.length > 0 && (
            <FileButton
              title={`Tokens of ${server.name}`}
              fileName={`tokens-of-server-${server.serverId}`}
              columns={FILE_COLUMNS}
              rows={tokens}
            />
          )}
          <Button onClick={() => setOpened({ dialog: 'new' })}>New token</Button>
        </>
      }
    >
      <p className={styles.intro}>
        The bridge signs in with a token. It opens this server only. To replace one, create another, give it
        to the bridge, then revoke the old one.
      </p>
      <RecordTable
        caption={`Tokens of ${server.name}`}
        rows={tokens}
        error={error}
        onRetry={onRetry}
        failure="The tokens couldn't be loaded."
        columns={columnsOf((token) => setOpened({ dialog: 'revoke', token }))}
        rowKey={({ tokenId, createdAt }) => `${tokenId} ${createdAt}`}
        nothing="No bridge can sign in to this server yet. Create a token for it."
      />
      {opened?.dialog === 'new' && (
        <NewTokenDialog
          server={server}
          onCreated={(token) => setOpened({ dialog: 'created', token })}
          onClose={close}
        />
      )}
      {opened?.dialog === 'created' && <CreatedTokenDialog token={opened.token} onClose={close} />}
      {opened?.dialog === 'revoke' && (
        <RevokeTokenDialog server={server} token={opened.token} onClose={close} />
      )}
    </Panel>
  );
}

function columnsOf(onRevoke: (token: Token) => void): Column<Token>[] {
  return [
    { id: 'label', label: 'Label', isPrimary: true, render: ({ label }) => label },
    {
      id: 'id',
      label: 'Id',
      width: '8rem',
      render: ({ tokenId }) => <span className={styles.code}>{tokenId}</span>,
    },
    { id: 'created', label: 'Created', render: ({ createdAt }) => <LocalTime value={createdAt} /> },
    {
      id: 'state',
      label: 'State',
      render: ({ revokedAt }) =>
        revokedAt === null ? (
          <Badge tone="success">Valid</Badge>
        ) : (
          <>
            Revoked <LocalTime value={revokedAt} />
          </>
        ),
    },
    {
      id: 'actions',
      label: 'Actions',
      width: '8rem',
      render: (token) =>
        token.revokedAt === null && (
          <Button look="danger" aria-label={`Revoke ${token.label}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        ),
    },
  ];
}

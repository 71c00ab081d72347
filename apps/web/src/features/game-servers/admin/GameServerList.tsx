import { exportGameServers } from '@waygate/contract/game-servers/game-servers.admin.endpoints';
import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { useState } from 'react';
import { ShortList } from '#features/admin/lists/ShortList.tsx';
import { Button } from '#ui/Button.tsx';
import { EditServerDialog } from './EditServerDialog.tsx';
import styles from './GameServerList.module.css';
import { NewServerDialog } from './NewServerDialog.tsx';
import { serverColumns } from './server-columns.tsx';
import { ServerAccess } from './ServerAccess.tsx';
import { useGameServers } from './use-game-servers.ts';

type Opened = { dialog: 'new' } | { dialog: 'edit'; server: AdminGameServer };

/** The game servers with their bridges, and the access of the chosen one. */
export function GameServerList() {
  const { data: servers, error, refetch } = useGameServers();
  const [opened, setOpened] = useState<Opened>();
  const [access, setAccess] = useState<{ serverId: number; button: Element | null }>();
  const close = () => setOpened(undefined);
  function closeAccess() {
    setAccess(undefined);
    // The close button goes; the focus goes back to where the access was opened.
    if (access?.button instanceof HTMLElement) access.button.focus();
  }
  const chosen = servers?.find(({ serverId }) => serverId === access?.serverId);
  return (
    <div className={styles.list}>
      <ShortList
        intro={
          <p>Each server is one realm with a bridge of its own. A server is never deleted, only hidden.</p>
        }
        actions={
          <Button disabled={!servers} onClick={() => setOpened({ dialog: 'new' })}>
            New server
          </Button>
        }
        csv={exportGameServers}
        caption="Game servers"
        rows={servers}
        error={error}
        onRetry={() => void refetch()}
        failure="The game servers couldn't be loaded."
        columns={serverColumns({
          onEdit: (server) => setOpened({ dialog: 'edit', server }),
          onAccess: ({ serverId }) => setAccess({ serverId, button: document.activeElement }),
        })}
        rowKey={({ serverId }) => serverId}
        nothing="There are no game servers yet."
      />
      {chosen && <ServerAccess key={chosen.serverId} server={chosen} onClose={closeAccess} />}
      {opened?.dialog === 'new' && <NewServerDialog servers={servers ?? []} onClose={close} />}
      {opened?.dialog === 'edit' && <EditServerDialog server={opened.server} onClose={close} />}
    </div>
  );
}

import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { useEffect, useId, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { AddressPanel } from './AddressPanel.tsx';
import styles from './ServerAccess.module.css';
import { TokenPanel } from './TokenPanel.tsx';
import { useServerAccess } from './use-server-access.ts';

type ServerAccessProps = { server: AdminGameServer; onClose: () => void };

/** The tokens and addresses of a server's bridge. Takes the focus, because it opens below the list. */
export function ServerAccess({ server, onClose }: ServerAccessProps) {
  const { data: access, error, refetch } = useServerAccess(server.serverId);
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  const shared = { server, error, onRetry: () => void refetch() };
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={titleId} className={styles.access}>
      <div className={styles.head}>
        <h2 id={titleId}>Access of {server.name}</h2>
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
      <TokenPanel {...shared} tokens={access?.tokens} />
      <AddressPanel {...shared} addresses={access?.addresses} />
    </section>
  );
}

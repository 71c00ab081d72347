import type { GameAccount } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { useState } from 'react';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { GameAccountDialog } from './GameAccountDialog.tsx';
import { GameAccountEntry } from './GameAccountEntry.tsx';
import styles from './GameAccounts.module.css';
import { useGameAccounts } from './use-game-accounts.ts';

type OpenDialog = { kind: 'set' | 'claim'; account: GameAccount };

/** The player's accounts in games. Nothing where no game server manages accounts. */
export function GameAccounts() {
  const { content, reload, refresh } = useGameAccounts();
  const [open, setOpen] = useState<OpenDialog>();
  const [saved, setSaved] = useState('');
  function close(message?: string) {
    setOpen(undefined);
    if (message === undefined) return;
    setSaved(message);
    refresh();
  }
  if (content.status === 'loading') return null;
  if (content.status === 'loaded' && content.value.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="game-accounts">
      <h2 id="game-accounts">Game accounts</h2>
      {content.status === 'failed' && <Failure message={content.message} onRetry={reload} />}
      {saved && (
        <Notice tone="success" onDismiss={() => setSaved('')}>
          {saved}
        </Notice>
      )}
      {content.status === 'loaded' && (
        <ul className={styles.list}>
          {content.value.map((account) => (
            <GameAccountEntry
              key={account.serverId}
              account={account}
              onSet={() => setOpen({ kind: 'set', account })}
              onClaim={() => setOpen({ kind: 'claim', account })}
            />
          ))}
        </ul>
      )}
      {open && <GameAccountDialog {...open} onClose={close} />}
    </section>
  );
}

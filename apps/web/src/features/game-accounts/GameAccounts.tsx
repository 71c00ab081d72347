import type { GameAccount } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { useState } from 'react';
import { findKeptInput } from '#api/kept-input.ts';
import type { Loaded } from '#api/use-loaded.ts';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { GameAccountDialog } from './GameAccountDialog.tsx';
import { keptName } from './game-account-texts.ts';
import { GameAccountEntry } from './GameAccountEntry.tsx';
import styles from './GameAccounts.module.css';

/** Of the section's heading, which takes the focus of those who follow a link to it. */
export const GAME_ACCOUNTS_ID = 'game-accounts';

type OpenDialog = { kind: 'set' | 'claim'; account: GameAccount };

/** The dialog in which the player was typing when their session ended. */
function findKeptDialog(accounts: GameAccount[]): OpenDialog | undefined {
  return accounts
    .flatMap((account) => [
      { kind: 'set' as const, account },
      { kind: 'claim' as const, account },
    ])
    .find(({ kind, account }) => findKeptInput(keptName(kind, account)) !== undefined);
}

/** The player's accounts in games. Nothing where no game server manages accounts. */
export function GameAccounts({ loaded }: { loaded: Loaded<GameAccount[]> }) {
  const { content, reload, refresh } = loaded;
  const [open, setOpen] = useState<OpenDialog>();
  const [isKeptKnown, setIsKeptKnown] = useState(false);
  const [saved, setSaved] = useState('');
  if (content.status === 'loaded' && !isKeptKnown) {
    setIsKeptKnown(true);
    setOpen(findKeptDialog(content.value));
  }
  function close(message?: string) {
    setOpen(undefined);
    if (message === undefined) return;
    setSaved(message);
    refresh();
  }
  if (content.status === 'loading') return null;
  if (content.status === 'loaded' && content.value.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby={GAME_ACCOUNTS_ID}>
      <h2 id={GAME_ACCOUNTS_ID} tabIndex={-1}>
        Game accounts
      </h2>
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

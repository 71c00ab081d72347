import type { SharedAddress } from '@waygate/contract/players/players.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { sharedText } from '#features/accounts/admin/shared-text.ts';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { Badge } from '#ui/admin/Badge.tsx';
import { useFocusOnOlder } from '#ui/admin/use-focus-on-older.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './PlayerPage.module.css';
import { useSharedAccounts } from './use-player.ts';

type SharedAccountsProps = { accountId: number; shared: SharedAddress };

/** Who else was last at the address: the newest accounts, and the others by pages on request. */
export function SharedAccounts({ accountId, shared }: SharedAccountsProps) {
  const [isAsked, setIsAsked] = useState(false);
  const more = useSharedAccounts(accountId, { before: shared.accounts.at(-1)?.accountDBID, isAsked });
  const accounts = [...shared.accounts, ...(more.data?.pages.flatMap((page) => page.accounts) ?? [])];
  const hasMore = more.data ? more.hasNextPage : shared.total > accounts.length;
  const isBusy = more.isLoading || more.isFetchingNextPage;
  const { box, focusNext } = useFocusOnOlder('li', { shown: String(accountId), count: accounts.length });
  const showMore = () => {
    focusNext();
    if (!isAsked) setIsAsked(true);
    else void (more.data ? more.fetchNextPage() : more.refetch());
  };
  return (
    <details className={styles.sharing}>
      <summary>{sharedText(shared)}</summary>
      <div ref={box}>
        <ul>
          {accounts.map((account) => (
            <li key={account.accountDBID}>
              <AccountLink account={account} /> {account.banned && <Badge tone="error">Banned</Badge>}
            </li>
          ))}
        </ul>
      </div>
      {more.error && (
        <Notice tone="error">{messageOf(more.error, "The other accounts couldn't be loaded.")}</Notice>
      )}
      {hasMore && (
        <Button look="secondary" isBusy={isBusy} onClick={showMore}>
          {isBusy ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </details>
  );
}

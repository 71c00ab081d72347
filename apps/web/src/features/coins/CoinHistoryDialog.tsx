import type { CoinEntry } from '@waygate/contract/coins/coins.schemas';
import { Coins } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { countText } from '#ui/texts/count-text.ts';
import { CoinHistoryEntry } from './CoinHistoryEntry.tsx';
import styles from './CoinHistoryDialog.module.css';
import { type ReadCoinHistory, useCoinHistory } from './use-coin-history.ts';

/** What the signed-in player bought, spent and was returned, newest first. */
export function CoinHistoryDialog({ onClose }: { onClose: () => void }) {
  const history = useCoinHistory();
  const { content, reload } = history;
  return (
    <Dialog title="Coin history" onClose={onClose}>
      {content.status === 'loading' && <HistorySkeleton />}
      {content.status === 'failed' && <Failure message={content.message} onRetry={reload} />}
      {content.status === 'loaded' && <Entries entries={content.value} history={history} />}
    </Dialog>
  );
}

function Entries({ entries, history }: { entries: CoinEntry[]; history: ReadCoinHistory }) {
  const { hasMore, isExtended, loadMore, loading } = history;
  if (entries.length === 0)
    return (
      <EmptyPanel icon={Coins}>
        <p>No coins have moved yet. What you buy and spend appears here.</p>
      </EmptyPanel>
    );
  return (
    <div className={styles.history}>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.entryId}>
            <CoinHistoryEntry entry={entry} />
          </li>
        ))}
      </ul>
      {loading.error && <Notice tone="error">{loading.error}</Notice>}
      {hasMore && (
        <Button look="secondary" isBusy={loading.isBusy} onClick={loadMore}>
          {loading.isBusy ? 'Loading…' : 'Load more'}
        </Button>
      )}
      {!hasMore && isExtended && (
        // Takes the focus of the button that has gone.
        <p className={styles.end} tabIndex={-1} ref={(end) => end?.focus()}>
          These are all {countText(entries.length)} entries.
        </p>
      )}
    </div>
  );
}

function HistorySkeleton() {
  return (
    <div className={styles.history}>
      <output className="visually-hidden">Loading your coin history…</output>
      <Skeleton className={styles.placeholder} />
      <Skeleton className={styles.placeholder} />
      <Skeleton className={styles.placeholder} />
    </div>
  );
}

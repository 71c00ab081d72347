import { listCoinHistory } from '@waygate/contract/coins/coins.endpoints';
import type { CoinEntry, CoinHistory } from '@waygate/contract/coins/coins.schemas';
import { useState } from 'react';
import { call } from '#api/call.ts';
import type { Loadable } from '#api/loadable.ts';
import { type Submission, useSubmit } from '#api/use-submit.ts';
import { useLoaded } from '#api/use-loaded.ts';

export type ReadCoinHistory = {
  content: Loadable<CoinEntry[]>;
  reload: () => void;
  hasMore: boolean;
  /** Whether older pages were loaded. */
  isExtended: boolean;
  loadMore: () => void;
  loading: Pick<Submission, 'isBusy' | 'error'>;
};

/** The signed-in player's coin history, page by page. */
export function useCoinHistory(): ReadCoinHistory {
  const { content: newest, reload } = useLoaded(
    (signal) => call(listCoinHistory, { query: {} }, { signal }),
    'Failed to load your coin history.',
  );
  const [older, setOlder] = useState<CoinHistory[]>([]);
  const loading = useSubmit('Failed to load older entries.');
  const pages = newest.status === 'loaded' ? [newest.value, ...older] : [];
  const before = pages.at(-1)?.before ?? null;
  return {
    content:
      newest.status === 'loaded'
        ? { status: 'loaded', value: pages.flatMap(({ entries }) => entries) }
        : newest,
    reload,
    hasMore: before !== null,
    isExtended: older.length > 0,
    loadMore: () =>
      void loading.submit(async () => {
        const page = await call(listCoinHistory, { query: { before: String(before) } });
        setOlder((loaded) => [...loaded, page]);
      }),
    loading,
  };
}

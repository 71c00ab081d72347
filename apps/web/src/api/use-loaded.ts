import { useEffect, useEffectEvent, useState } from 'react';
import { type Loadable, settle } from './loadable.ts';

export type Loaded<T> = {
  content: Loadable<T>;
  /** True while it loads again and the last result is still shown. */
  isRefreshing: boolean;
  /** Loads again and shows the loading state. */
  reload: () => void;
  /** Loads again and keeps showing the last result. */
  refresh: () => void;
};

/** Loads content when a component mounts, with functions to load it again. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, failureMessage: string): Loaded<T> {
  const [content, setContent] = useState<Loadable<T>>({ status: 'loading' });
  const [isFetching, setIsFetching] = useState(true);
  const fetchContent = useEffectEvent((signal: AbortSignal) => settle(load(signal), failureMessage));
  useEffect(() => {
    if (!isFetching) return;
    const abort = new AbortController();
    async function run() {
      const answer = await fetchContent(abort.signal);
      if (abort.signal.aborted) return;
      setContent(answer);
      setIsFetching(false);
    }
    void run();
    return () => abort.abort();
  }, [isFetching]);
  return {
    content,
    isRefreshing: isFetching && content.status !== 'loading',
    reload: () => {
      setContent({ status: 'loading' });
      setIsFetching(true);
    },
    refresh: () => setIsFetching(true),
  };
}

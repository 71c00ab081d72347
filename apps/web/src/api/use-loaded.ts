import { useEffect, useEffectEvent, useState } from 'react';
import { type Loadable, settle } from './loadable.ts';

export type Loaded<T> = {
  content: Loadable<T>;
  /** True while it is asked for again and the last answer still stands. */
  isRefreshing: boolean;
  /** Asks again from the loading state. */
  reload: () => void;
  /** Asks again and keeps showing what is there. */
  refresh: () => void;
};

/** What a component fetches when it appears, and how to ask for it again. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, failureMessage: string): Loaded<T> {
  const [content, setContent] = useState<Loadable<T>>({ status: 'loading' });
  const [isAsking, setIsAsking] = useState(true);
  const ask = useEffectEvent((signal: AbortSignal) => settle(load(signal), failureMessage));
  useEffect(() => {
    if (!isAsking) return;
    const abort = new AbortController();
    async function run() {
      const answer = await ask(abort.signal);
      if (abort.signal.aborted) return;
      setContent(answer);
      setIsAsking(false);
    }
    void run();
    return () => abort.abort();
  }, [isAsking]);
  return {
    content,
    isRefreshing: isAsking && content.status !== 'loading',
    reload: () => {
      setContent({ status: 'loading' });
      setIsAsking(true);
    },
    refresh: () => setIsAsking(true),
  };
}

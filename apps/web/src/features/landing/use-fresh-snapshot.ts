import { useEffect, useEffectEvent, useState } from 'react';
import type { Loadable } from '#api/loadable.ts';
import { poll } from '#ui/timers/poll.ts';
import { type HomeSnapshot, loadSnapshot } from './home-snapshot.ts';

/** The page's snapshot, taken again every minute while the tab is visible. Undefined until there is one. */
export function useFreshSnapshot(content: Loadable<HomeSnapshot>): HomeSnapshot | undefined {
  const [fresh, setFresh] = useState<HomeSnapshot>();
  const first = content.status === 'loaded' ? content.value : undefined;
  const isLoading = content.status === 'loading';
  const findAge = useEffectEvent(() => (first ? Date.now() - first.readAt : Infinity));
  useEffect(() => {
    if (isLoading) return;
    return poll(
      async (signal) => {
        try {
          setFresh(await loadSnapshot({ signal, fetch: (path, init) => window.fetch(path, init) }));
        } catch {
          // Keep what is shown; the next poll retries.
        }
      },
      { ageMs: findAge() },
    );
  }, [isLoading]);
  return fresh ?? first;
}

import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { useEffect, useEffectEvent, useState } from 'react';
import { loadStanding, type Standing } from './drop-calls.ts';

const POLL_MS = 60_000;

/** The standing as it was loaded, then as it is a minute later, and so on while somebody looks. */
export function useStanding(kind: DropKind, loaded: Standing, onNewSeason: () => void): Standing {
  const [polled, setPolled] = useState<Standing>();
  const standing = polled ?? loaded;
  const take = useEffectEvent((next: Standing) => {
    setPolled(next);
    if (next.season?.id !== standing.season?.id) onNewSeason();
  });
  useEffect(() => {
    const abort = new AbortController();
    let askedAt = performance.now();
    async function ask() {
      askedAt = performance.now();
      try {
        const next = await loadStanding(kind, abort.signal);
        if (!abort.signal.aborted) take(next);
      } catch {
        // What is shown stays, and the next minute is another try.
      }
    }
    const timer = setInterval(() => {
      if (!document.hidden) void ask();
    }, POLL_MS);
    const lookAgain = () => {
      if (!document.hidden && performance.now() - askedAt >= POLL_MS) void ask();
    };
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      document.removeEventListener('visibilitychange', lookAgain);
      clearInterval(timer);
      abort.abort();
    };
  }, [kind]);
  return standing;
}

import type { CountingState, DropKind } from '@waygate/contract/drops/drops.schemas';
import { useEffect, useEffectEvent, useState } from 'react';
import { loadProgress, type AccountProgress } from './drop-calls.ts';

const POLL_MS = 60_000;
/** However often a tab is hidden and shown, it polls no more often than this. */
const MIN_POLL_GAP_MS = 10_000;

/** The loaded progress, refreshed every minute while the tab is visible. */
export function useDropProgress(
  kind: DropKind,
  loaded: AccountProgress,
  onOutdated: () => void,
): AccountProgress {
  const [polled, setPolled] = useState<AccountProgress>();
  const progress = polled ?? loaded;
  const take = useEffectEvent((next: AccountProgress) => {
    setPolled(next);
    if (isOutdated(progress, next)) onOutdated();
  });
  useEffect(
    () =>
      poll(async (signal) => {
        try {
          take(await loadProgress(kind, signal));
        } catch {
          // Keep what is shown; the next poll retries.
        }
      }),
    [kind],
  );
  return progress;
}

const STREAMER_STATES: CountingState[] = ['not_approved', 'needs_new_link'];

/** Whether the season or the decision about the streamer changed, so that rewards and link must be reloaded. */
function isOutdated(before: AccountProgress, { season, state }: AccountProgress): boolean {
  if (season?.id !== before.season?.id) return true;
  return state !== before.state && [state, before.state].some((one) => STREAMER_STATES.includes(one));
}

/**
 * Polls once a minute while the tab is visible, and at once when it becomes visible again. A new request aborts
 * the one before.
 *
 * @returns a function that stops polling
 */
function poll(load: (signal: AbortSignal) => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request = new AbortController();
  let polledAt = performance.now();
  function pollNow() {
    request.abort();
    request = new AbortController();
    polledAt = performance.now();
    timer = setTimeout(pollNow, POLL_MS);
    void load(request.signal);
  }
  function onVisibilityChange() {
    clearTimeout(timer);
    if (document.hidden) return;
    const elapsedMs = performance.now() - polledAt;
    if (elapsedMs >= MIN_POLL_GAP_MS) pollNow();
    else timer = setTimeout(pollNow, POLL_MS - elapsedMs);
  }
  onVisibilityChange();
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    clearTimeout(timer);
    request.abort();
  };
}

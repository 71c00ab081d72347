import type { CountingState, DropKind } from '@waygate/contract/drops/drops.schemas';
import { useEffect, useEffectEvent, useState } from 'react';
import { loadProgress, type AccountProgress } from './drop-calls.ts';

const POLL_MS = 60_000;
/** However often a tab is left and shown again, it asks no more than this. */
const MIN_POLL_GAP_MS = 10_000;

/** The progress as it was loaded, then as it is a minute later, and so on while somebody looks. */
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
          // What is shown stays, and the next minute is another try.
        }
      }),
    [kind],
  );
  return progress;
}

const STREAMER_STATES: CountingState[] = ['not_approved', 'needs_new_link'];

/** Whether rewards and link are to be asked for anew, because they go with another season or decision. */
function isOutdated(before: AccountProgress, { season, state }: AccountProgress): boolean {
  if (season?.id !== before.season?.id) return true;
  return state !== before.state && [state, before.state].some((one) => STREAMER_STATES.includes(one));
}

/**
 * Asks once a minute while the tab is shown, and at once when it is shown again. A later question ends the one
 * before.
 *
 * @returns what ends it
 */
function poll(ask: (signal: AbortSignal) => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let question = new AbortController();
  let askedAt = performance.now();
  function askNow() {
    question.abort();
    question = new AbortController();
    askedAt = performance.now();
    timer = setTimeout(askNow, POLL_MS);
    void ask(question.signal);
  }
  function followVisibility() {
    clearTimeout(timer);
    if (document.hidden) return;
    const agoMs = performance.now() - askedAt;
    if (agoMs >= MIN_POLL_GAP_MS) askNow();
    else timer = setTimeout(askNow, POLL_MS - agoMs);
  }
  followVisibility();
  document.addEventListener('visibilitychange', followVisibility);
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    clearTimeout(timer);
    question.abort();
  };
}

import type { CountingState, DropKind } from '@waygate/contract/drops/drops.schemas';
import { useEffect, useEffectEvent, useState } from 'react';
import { loadStanding, type Standing } from './drop-calls.ts';

const POLL_MS = 60_000;
/** However often a tab is left and shown again, it asks no more than this. */
const LEAST_APART_MS = 10_000;

/** The standing as it was loaded, then as it is a minute later, and so on while somebody looks. */
export function useStanding(kind: DropKind, loaded: Standing, onOvertaken: () => void): Standing {
  const [polled, setPolled] = useState<Standing>();
  const standing = polled ?? loaded;
  const take = useEffectEvent((next: Standing) => {
    setPolled(next);
    if (isOvertaken(standing, next)) onOvertaken();
  });
  useEffect(
    () =>
      poll(async (signal) => {
        try {
          take(await loadStanding(kind, signal));
        } catch {
          // What is shown stays, and the next minute is another try.
        }
      }),
    [kind],
  );
  return standing;
}

const ABOUT_THE_STREAMER: CountingState[] = ['not_approved', 'needs_new_link'];

/** Whether rewards and link are to be asked for anew, because they go with another season or decision. */
function isOvertaken(before: Standing, { season, state }: Standing): boolean {
  if (season?.id !== before.season?.id) return true;
  return state !== before.state && [state, before.state].some((one) => ABOUT_THE_STREAMER.includes(one));
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
    if (agoMs >= LEAST_APART_MS) askNow();
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

import type { CountingState, DropKind } from '@waygate/contract/drops/drops.schemas';
import { useEffect, useEffectEvent, useState } from 'react';
import { poll } from '#ui/timers/poll.ts';
import { loadProgress, type AccountProgress } from './drop-calls.ts';

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

import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { type Unsaved, WatchContext } from '#ui/admin/dialogs/unsaved.ts';

/** Holds every step to another address until whatever is unsaved on this page has been decided on. */
export function LeaveWatch({ children }: { children: ReactNode }) {
  const [watched] = useState(() => new Set<Unsaved>());
  const watch = useCallback(
    (unsaved: Unsaved) => {
      watched.add(unsaved);
      return () => void watched.delete(unsaved);
    },
    [watched],
  );
  const isHeld: BlockerFunction = useCallback(
    ({ currentLocation, nextLocation }) =>
      addressOf(currentLocation) !== addressOf(nextLocation) && findUnsaved(watched) !== undefined,
    [watched],
  );
  const blocker = useBlocker(isHeld);
  // By the time of the answer, some other step may have ended this one.
  const leave = useEffectEvent(() => blocker.state === 'blocked' && blocker.proceed());
  const stay = useEffectEvent(() => blocker.state === 'blocked' && blocker.reset());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const unsaved = findUnsaved(watched);
    // It may have been saved since.
    if (!unsaved) blocker.proceed();
    else unsaved.onLeaving({ leave: () => void leave(), stay: () => void stay() });
  }, [watched, blocker]);
  return <WatchContext value={watch}>{children}</WatchContext>;
}

/** Of a page and a window on it, the window, which came later. */
function findUnsaved(watched: Set<Unsaved>): Unsaved | undefined {
  return [...watched].findLast(({ isUnsaved }) => isUnsaved());
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { type Unsaved, WatchContext } from '#ui/admin/dialogs/unsaved.ts';

/** Blocks navigation until unsaved changes on this page are kept or discarded. */
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
  // Another navigation may have replaced this one by the time of the answer.
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

/** The newest unsaved form: a dialog before its page. */
function findUnsaved(watched: Set<Unsaved>): Unsaved | undefined {
  return [...watched].findLast(({ isUnsaved }) => isUnsaved());
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

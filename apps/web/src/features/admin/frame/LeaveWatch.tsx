import { type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { queryOfPage } from '#features/admin/search/opens-new.ts';
import { GuardContext } from '#features/page/guarded-history.ts';
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
  const guardBy = useContext(GuardContext);
  useEffect(
    () =>
      guardBy({
        holds: (from, to) => addressOf(from) !== addressOf(to) && findUnsaved(watched) !== undefined,
        onHeld: (leave) => findUnsaved(watched)?.onLeaving({ leave }),
      }),
    [guardBy, watched],
  );
  return <WatchContext value={watch}>{children}</WatchContext>;
}

/** The newest unsaved form: a dialog before its page. */
function findUnsaved(watched: Set<Unsaved>): Unsaved | undefined {
  return [...watched].findLast(({ isUnsaved }) => isUnsaved());
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return `${pathname}?${queryOfPage(search)}`;
}

import { useEffect, useEffectEvent, useRef } from 'react';

/** Moves the focus to the found element when a change removed the element that had it. */
export function useFocusAfterLoss(change: unknown, find: () => HTMLElement | null | undefined): void {
  const known = useRef(change);
  const restore = useEffectEvent(() => {
    if (document.activeElement === document.body) find()?.focus();
  });
  useEffect(() => {
    if (change !== known.current) restore();
    known.current = change;
  }, [change]);
}

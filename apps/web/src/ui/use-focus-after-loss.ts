import { useEffect, useEffectEvent, useRef } from 'react';

/** Leads the focus to what is found, when a change has taken away the element that had it. */
export function useFocusAfterLoss(change: unknown, find: () => HTMLElement | null | undefined): void {
  const known = useRef(change);
  const lead = useEffectEvent(() => {
    if (document.activeElement === document.body) find()?.focus();
  });
  useEffect(() => {
    if (change !== known.current) lead();
    known.current = change;
  }, [change]);
}

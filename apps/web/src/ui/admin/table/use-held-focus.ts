import { type RefObject, useLayoutEffect, useRef } from 'react';

/** When the row that has the focus goes out of the page, its box takes it, and keys go on working. */
export function useHeldFocus(box: RefObject<HTMLElement | null>): void {
  const held = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof Element) held.current = target;
    };
    const release = ({ relatedTarget }: FocusEvent) => {
      // A removed element may tell of this as well, while it still looks present: then nobody has the focus next.
      if (relatedTarget !== null) held.current = null;
    };
    // Listened to without React, which hears nothing of the focus that a closing window gives back.
    element?.addEventListener('focusin', hold);
    element?.addEventListener('focusout', release);
    return () => {
      element?.removeEventListener('focusin', hold);
      element?.removeEventListener('focusout', release);
    };
  }, [box]);
  useLayoutEffect(() => {
    if (!held.current || held.current.isConnected) return;
    held.current = null;
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  });
}

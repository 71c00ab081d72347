import { type RefObject, useLayoutEffect, useRef } from 'react';

/** When the focused row is removed, its scroll box takes the focus, so that keys keep working. */
export function useHeldFocus(box: RefObject<HTMLElement | null>): void {
  const held = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof Element) held.current = target;
    };
    const release = ({ relatedTarget }: FocusEvent) => {
      // A removed element may fire this too while still connected; then there is no related target.
      if (relatedTarget !== null) held.current = null;
    };
    // Native listeners, because React doesn't see the focus that a closing dialog restores.
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

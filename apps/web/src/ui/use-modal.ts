import { type RefObject, useLayoutEffect, useRef } from 'react';

/** For a `<dialog>`: a modal window as long as it is mounted. The browser gives the focus back afterwards. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because the browser gives the focus back only while the element is still in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A browser closes it at a second Escape whatever the page says: mounted is open.
    const reopen = () => {
      if (element?.isConnected && !element.open) element.showModal();
    };
    element?.addEventListener('close', reopen);
    return () => {
      element?.removeEventListener('close', reopen);
      element?.close();
    };
  }, []);
  return dialog;
}

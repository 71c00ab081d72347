import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Opens a `<dialog>` as a modal while it is mounted. The browser restores the focus afterwards. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because the browser restores the focus only while the element is in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Browsers close it on a second Escape regardless; while mounted it must stay open.
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

import { type RefObject, useLayoutEffect, useRef } from 'react';

/** For a `<dialog>`: a modal window as long as it is mounted. The browser gives the focus back afterwards. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because the browser gives the focus back only while the element is still in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}

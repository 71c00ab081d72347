import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a form that is disabled while it is saved. Whatever had the focus lost it then: it goes to the first field that
 * is wrong, unless the form tells of something else first.
 *
 * @param tries counts up with each press, for forms that may be found wrong before they are sent
 */
export function useFocusAfterFailure(isBusy: boolean, tries = 0): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && !isTold(form.current)) {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      (wrong ?? form.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus();
    }
    wasBusy.current = isBusy;
  }, [isBusy]);
  return form;
}

/** Whether a heading has the focus, which speaks of what happened. */
function isTold(form: HTMLFormElement | null): boolean {
  const { activeElement } = document;
  return (
    activeElement !== null && /^H\d$/.test(activeElement.tagName) && Boolean(form?.contains(activeElement))
  );
}

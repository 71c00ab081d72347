import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a form that is disabled while it is saved. Whatever had the focus lost it then: it goes to the first field that
 * is wrong, unless the form tells of something else first.
 *
 * @param pressed for forms that may be found wrong before they are sent, or refused before they looked busy: counts up
 *   with each press, and what is wrong since, '' when nothing is
 */
export function useFocusAfterFailure(
  isBusy: boolean,
  { tries, error }: { tries: number; error: string } = { tries: 0, error: '' },
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const answeredTries = useRef(0);
  useEffect(() => {
    // Once for each press: whoever mends the form is not to be sent elsewhere.
    if (tries === answeredTries.current || isBusy || error === '') return;
    answeredTries.current = tries;
    if (!isTold(form.current)) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, isBusy, error]);
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

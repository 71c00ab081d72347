import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a form that is disabled while saving, which loses the focus. Moves it to the first invalid field, unless a
 * heading took it to announce something else.
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
    // Once for each press, so that correcting the form doesn't move the focus again.
    if (tries === answeredTries.current || isBusy || error === '') return;
    answeredTries.current = tries;
    if (!isHeadingFocused(form.current))
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, isBusy, error]);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && !isHeadingFocused(form.current)) {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      (wrong ?? form.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus();
    }
    wasBusy.current = isBusy;
  }, [isBusy]);
  return form;
}

/** Whether a heading of the form has the focus. */
function isHeadingFocused(form: HTMLFormElement | null): boolean {
  const { activeElement } = document;
  return (
    activeElement !== null && /^H\d$/.test(activeElement.tagName) && Boolean(form?.contains(activeElement))
  );
}

import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react';
import type { Submission } from '#api/use-submit.ts';
import { Button, type ButtonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './AccountForm.module.css';
import { NeedsScripts } from './NeedsScripts.tsx';
import { FormContext } from './form-context.ts';
import { useKeptFields } from './use-kept-fields.ts';

type AccountFormProps = {
  submission: Submission;
  submitLabel: string;
  submitLook?: ButtonLook;
  /** The button's label while the request is pending. */
  busyLabel: string;
  /** A form of players: its name in what is kept while they sign in again. */
  keptAs?: string;
  onSubmit: (entries: Entries, form: HTMLFormElement) => void;
  children: ReactNode;
};

/** The typed text of a field, '' for a field that is not there. */
export type Entries = (fieldName: string) => string;

/** A form that is read on submit, shows errors and moves the focus to the first invalid field. */
export function AccountForm({
  submission,
  submitLabel,
  submitLook = 'primary',
  busyLabel,
  keptAs,
  onSubmit,
  children,
}: AccountFormProps) {
  const { isBusy, error, fieldErrors } = submission;
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  useKeptFields(form, keptAs);
  useEffect(() => {
    if (isBusy || !error) return;
    const controls = [
      ...(form.current?.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, [type="submit"]') ??
        []),
    ];
    const target = controls.find(({ name }) => name in fieldErrors) ?? controls.at(-1);
    target?.focus();
  }, [isBusy, error, fieldErrors]);
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: string) => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    onSubmit(read, event.currentTarget);
  }
  return (
    // By POST, so that input sent before hydration can't end up in an address.
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={handleSubmit}>
      <NeedsScripts what="form" />
      {error && (
        <div id={errorId}>
          <Notice tone="error">{error}</Notice>
        </div>
      )}
      <FormContext value={{ fieldErrors, error, errorId }}>{children}</FormContext>
      <Button type="submit" look={submitLook} isBusy={isBusy}>
        {isBusy ? busyLabel : submitLabel}
      </Button>
    </form>
  );
}

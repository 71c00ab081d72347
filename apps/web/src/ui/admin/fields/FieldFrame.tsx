import { type ReactNode, useId } from 'react';
import { fieldAria } from '#ui/field-aria.ts';
import { FieldNotes } from '#ui/FieldNotes.tsx';
import styles from './field.module.css';

/** Label, error and hint of a control. */
export type FieldTexts = {
  label: string;
  /** Why the value is invalid. */
  error?: string | undefined;
  hint?: string | undefined;
};

type FieldFrameProps = FieldTexts & { children: (ties: ReturnType<typeof fieldAria>) => ReactNode };

/** A label above a control, its hint and its error below, announced by screen readers. */
export function FieldFrame({ label, error, hint, children }: FieldFrameProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children(fieldAria(id, { hint, error }))}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

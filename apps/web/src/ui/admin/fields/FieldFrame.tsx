import { type ReactNode, useId } from 'react';
import { fieldTies } from '#ui/field-ties.ts';
import { FieldNotes } from '#ui/FieldNotes.tsx';
import styles from './field.module.css';

/** What every labelled control can say besides its label. */
export type FieldWords = {
  label: string;
  /** What is wrong with the value. */
  error?: string | undefined;
  hint?: string | undefined;
};

type FieldFrameProps = FieldWords & { children: (ties: ReturnType<typeof fieldTies>) => ReactNode };

/** A label above a control, its hint and its error below, told to screen readers too. */
export function FieldFrame({ label, error, hint, children }: FieldFrameProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children(fieldTies(id, { hint, error }))}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

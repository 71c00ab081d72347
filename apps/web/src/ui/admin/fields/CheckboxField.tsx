import { type ComponentProps, useId } from 'react';
import { fieldTies } from '#ui/field-ties.ts';
import { FieldNotes } from '#ui/FieldNotes.tsx';
import type { FieldWords } from './FieldFrame.tsx';
import styles from './field.module.css';

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldWords & { name: string };

/** A labelled yes or no. */
export function CheckboxField({ label, error, hint, ...input }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input {...input} {...fieldTies(id, { hint, error })} type="checkbox" />
      <label htmlFor={id}>{label}</label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

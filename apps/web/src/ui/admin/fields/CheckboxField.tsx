import { type ComponentProps, useId } from 'react';
import { fieldAria } from '#ui/field-aria.ts';
import { FieldNotes } from '#ui/FieldNotes.tsx';
import type { FieldTexts } from './FieldFrame.tsx';
import styles from './field.module.css';

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldTexts & { name: string };

/** A labelled checkbox. */
export function CheckboxField({ label, error, hint, ...input }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input {...input} {...fieldAria(id, { hint, error })} type="checkbox" />
      <label htmlFor={id}>{label}</label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

import { type ComponentProps, useId } from 'react';
import type { FieldWords } from './FieldFrame.tsx';
import styles from './field.module.css';

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldWords & { name: string };

/** A labelled yes or no. */
export function CheckboxField({ label, error, hint, ...input }: CheckboxFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.check}>
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

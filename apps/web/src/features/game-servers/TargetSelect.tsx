import { type ChangeEvent, useId } from 'react';
import { fieldAria } from '#ui/field-aria.ts';
import { FieldNotes } from '#ui/FieldNotes.tsx';
import styles from './TargetSelect.module.css';

type TargetSelectProps = {
  label: string;
  name: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  options: { value: string; text: string }[];
  onChange: (value: string) => void;
};

/** A select for a game server or a character. */
export function TargetSelect({
  label,
  name,
  placeholder,
  value,
  error,
  options,
  onChange,
}: TargetSelectProps) {
  const id = useId();
  // What was chosen may be gone since.
  const known = options.some((option) => option.value === value) ? value : '';
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        {...fieldAria(id, { error })}
        name={name}
        required
        value={known}
        onChange={({ target }: ChangeEvent<HTMLSelectElement>) => onChange(target.value)}
      >
        {known === '' && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <FieldNotes id={id} error={error} />
    </div>
  );
}

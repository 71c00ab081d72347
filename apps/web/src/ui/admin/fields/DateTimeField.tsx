import { type ComponentProps, useState } from 'react';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';
import styles from './field.module.css';
import { fromLocalInput, timeZoneHint, toLocalInput } from './local-date-time.ts';

type DateTimeFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'onChange'> &
  FieldTexts & {
    name: string;
    /** ISO 8601; '' or null for none. */
    value: string | null;
    /** Gets ISO 8601 in UTC, '' when the field is empty. */
    onChange: (iso: string) => void;
  };

/** Browsers offer years of six digits unless the last one has four. */
const LATEST = '9999-12-31T23:59:59';

/** A date and time to the second, entered in the visitor's zone. */
export function DateTimeField({
  label,
  error,
  hint = timeZoneHint(),
  value,
  onChange,
  ...input
}: DateTimeFieldProps) {
  // Shown as it is typed: while a year is unfinished, its zone is one of antiquity, to odd seconds.
  const [typed, setTyped] = useState('');
  const isTyped = typed !== '' && fromLocalInput(typed) === value;
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <input
          step={1}
          max={LATEST}
          {...input}
          {...ties}
          type="datetime-local"
          className={styles.control}
          value={isTyped ? typed : toLocalInput(value)}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(fromLocalInput(target.value));
          }}
        />
      )}
    </FieldFrame>
  );
}

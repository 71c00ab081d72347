import type { ComponentProps } from 'react';
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

/** A date and time to the second, entered in the visitor's zone. */
export function DateTimeField({
  label,
  error,
  hint = timeZoneHint(),
  value,
  onChange,
  ...input
}: DateTimeFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <input
          step={1}
          {...input}
          {...ties}
          type="datetime-local"
          className={styles.control}
          value={toLocalInput(value)}
          onChange={(event) => onChange(fromLocalInput(event.target.value))}
        />
      )}
    </FieldFrame>
  );
}

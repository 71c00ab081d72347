import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';
import styles from './field.module.css';
import { fromLocalInput, timeZoneHint, toLocalInput } from './local-date-time.ts';

type DateTimeFieldProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'ref'
> &
  FieldTexts & {
    name: string;
    /** ISO 8601; '' or null for none. */
    value: string | null;
    /** Gets ISO 8601 in UTC, '' when the field is empty. */
    onChange: (iso: string) => void;
  };

/** Browsers offer years of six digits unless the last one has four. */
const LATEST = '9999-12-31T23:59:59';

/** A date and time to the second, entered in the visitor's zone. Its form isn't submitted while it is half typed. */
export function DateTimeField({
  label,
  error,
  hint = timeZoneHint(),
  value,
  onChange,
  onBlur,
  ...input
}: DateTimeFieldProps) {
  // Shown as it is typed: while a year is unfinished, its zone is one of antiquity, to odd seconds.
  const [typed, setTyped] = useState('');
  const isTyped = typed !== '' && fromLocalInput(typed) === value;
  const { control, isIncomplete, check } = useIncomplete();
  return (
    <FieldFrame label={label} error={isIncomplete ? 'Please complete the date and time.' : error} hint={hint}>
      {(ties) => (
        <input
          step={1}
          max={LATEST}
          {...input}
          {...ties}
          ref={control}
          type="datetime-local"
          className={styles.control}
          value={isTyped ? typed : toLocalInput(value)}
          onChange={({ target }) => {
            if (isIncomplete) check();
            setTyped(target.value);
            onChange(fromLocalInput(target.value));
          }}
          onBlur={(event) => {
            check();
            onBlur?.(event);
          }}
        />
      )}
    </FieldFrame>
  );
}

/** A date without a time has the value '', as an empty field has. */
function useIncomplete() {
  const control = useRef<HTMLInputElement>(null);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const check = () => setIsIncomplete(control.current?.validity.badInput ?? false);
  useEffect(() => {
    const input = control.current;
    const form = input?.form;
    const block = (event: Event) => {
      if (!input?.validity.badInput) return;
      setIsIncomplete(true);
      if (!event.defaultPrevented) input.focus();
      event.preventDefault();
      // React listens further up, so that no form sends '' instead.
      event.stopPropagation();
    };
    form?.addEventListener('submit', block);
    return () => form?.removeEventListener('submit', block);
  }, []);
  return { control, isIncomplete, check };
}

import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { fieldAria } from './field-aria.ts';
import { FieldNotes } from './FieldNotes.tsx';
import styles from './TextField.module.css';

type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  name: string;
  /** What is wrong with the value. */
  error?: string | undefined;
  /** The id of a message elsewhere that says what is wrong, instead of `error`. */
  faultId?: string | undefined;
  hint?: string;
  /** Password fields can be shown and hidden. */
  isRevealable?: boolean;
};

/** A labelled input with its hint and its error, both announced by screen readers. */
export function TextField({
  label,
  error,
  faultId,
  hint,
  isRevealable = false,
  type = 'text',
  ...input
}: TextFieldProps) {
  const id = useId();
  const [isRevealed, setIsRevealed] = useState(false);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        <input
          {...input}
          {...fieldAria(id, { hint, error, faultId })}
          type={isRevealable && isRevealed ? 'text' : type}
        />
        {isRevealable && (
          <button
            type="button"
            className={styles.reveal}
            onClick={() => setIsRevealed(!isRevealed)}
            aria-label={`${isRevealed ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            aria-pressed={isRevealed}
          >
            {isRevealed ? <EyeOff aria-hidden size={18} /> : <Eye aria-hidden size={18} />}
          </button>
        )}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

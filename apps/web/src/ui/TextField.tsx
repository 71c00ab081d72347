import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import styles from './TextField.module.css';

type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  name: string;
  /** What is wrong with the value. */
  error?: string | undefined;
  /** The id of a sentence elsewhere that says what is wrong, instead of `error`. */
  faultId?: string | undefined;
  hint?: string;
  /** Password fields can be shown and hidden. */
  isRevealable?: boolean;
};

/** A labelled input with its hint and its error, told to screen readers too. */
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
  const described = [hint && `${id}-hint`, error && `${id}-error`, faultId].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        <input
          {...input}
          id={id}
          type={isRevealable && isRevealed ? 'text' : type}
          aria-invalid={error || faultId ? true : undefined}
          aria-describedby={described || undefined}
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

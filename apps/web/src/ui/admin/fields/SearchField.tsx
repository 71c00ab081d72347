import { Search, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import styles from './SearchField.module.css';
import fieldStyles from './field.module.css';

type SearchFieldProps = { label: string; value: string; onChange: (text: string) => void };

/** A search field whose label is also its placeholder. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className={styles.search}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Search aria-hidden size={18} className={styles.icon} />
      <input
        ref={input}
        id={id}
        type="search"
        name="search"
        placeholder={label}
        className={classNames(fieldStyles.control, styles.input)}
        value={value}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label="Clear search field"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <X aria-hidden size={18} />
        </button>
      )}
    </search>
  );
}

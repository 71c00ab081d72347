import styles from './ChoiceChips.module.css';

type ChoiceChipsProps<Choice extends string> = {
  /** What is chosen, for screen readers. */
  legend: string;
  /** Each with its count, where known. */
  choices: { value: Choice; label: string; count?: number }[];
  chosen: Choice;
  onChoose: (choice: Choice) => void;
};

/** Filters a list by one of a few choices. */
export function ChoiceChips<Choice extends string>({
  legend,
  choices,
  chosen,
  onChoose,
}: ChoiceChipsProps<Choice>) {
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{legend}</legend>
      {choices.map(({ value, label, count }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {label}
          {count !== undefined && <span className={styles.count}> {count}</span>}
        </button>
      ))}
    </fieldset>
  );
}

import { DateField } from '#ui/admin/DateField.tsx';
import { type SelectOption, SelectField } from '#ui/admin/SelectField.tsx';
import styles from './ListFilters.module.css';

/** A choice beside the search: one of a few values, or a day. */
export type ListFilter = {
  /** Its name in the address and on the wire. */
  name: string;
  label: string;
  /** Without them, it is a day as YYYY-MM-DD. */
  options?: readonly SelectOption[];
  /** What the choice of none is called. */
  anyLabel?: string;
};

type ListFiltersProps = {
  filters: ListFilter[];
  chosen: Record<string, string>;
  onChoose: (name: string, value: string) => void;
};

/** The choices beside a list's search. */
export function ListFilters({ filters, chosen, onChoose }: ListFiltersProps) {
  return filters.map(({ name, label, options, anyLabel = 'All' }) => (
    <div key={name} className={styles.filter}>
      {options ? (
        <SelectField
          name={name}
          label={label}
          options={[{ value: '', label: anyLabel }, ...options]}
          value={chosen[name] ?? ''}
          onChange={(event) => onChoose(name, event.target.value)}
        />
      ) : (
        <DateField
          name={name}
          label={label}
          value={chosen[name] ?? ''}
          onChange={(event) => onChoose(name, event.target.value)}
        />
      )}
    </div>
  ));
}

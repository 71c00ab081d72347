import { useState } from 'react';
import { DateField } from '#ui/admin/fields/DateField.tsx';
import { type SelectOption, SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './ListFilters.module.css';

/** A filter next to the search: one of a few values, a record's id, or a day. */
export type ListFilter = {
  /** Its name in the address and in the API. */
  name: string;
  label: string;
  /** Without them, it is a day as YYYY-MM-DD, or what `input` says. */
  options?: readonly SelectOption[];
  input?: 'id';
  /** The label of no filter. */
  anyLabel?: string;
};

type ListFiltersProps = {
  filters: ListFilter[];
  chosen: Record<string, string>;
  onChoose: (name: string, value: string) => void;
};

/** The filters next to a list's search. */
export function ListFilters({ filters, chosen, onChoose }: ListFiltersProps) {
  return filters.map(({ name, label, options, input, anyLabel = 'All' }) => (
    <div key={name} className={styles.filter}>
      {input === 'id' && (
        <IdFilter
          // Remounted when the address changes.
          key={chosen[name] ?? ''}
          name={name}
          label={label}
          value={chosen[name] ?? ''}
          onChoose={onChoose}
        />
      )}
      {options && (
        <SelectField
          name={name}
          label={label}
          options={[{ value: '', label: anyLabel }, ...options]}
          value={chosen[name] ?? ''}
          onChange={(event) => onChoose(name, event.target.value)}
        />
      )}
      {!options && input === undefined && (
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

type IdFilterProps = { name: string; label: string; value: string; onChoose: ListFiltersProps['onChoose'] };

/** Applied on blur or Enter, so that not every digit loads a list. */
function IdFilter({ name, label, value, onChoose }: IdFilterProps) {
  const [typed, setTyped] = useState(value);
  const apply = () => {
    const id = typed.replace(/\D/g, '').replace(/^0+/, '').slice(0, 9);
    setTyped(id);
    if (id !== value) onChoose(name, id);
  };
  return (
    <TextField
      name={name}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  );
}

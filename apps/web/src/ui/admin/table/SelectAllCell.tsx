import { type Selection, withRows } from './selection.ts';
import styles from './table.module.css';

type SelectAllCellProps<Row> = { selection: Selection<Row>; keys: (string | number)[] };

/** The checkbox for every row that is shown. */
export function SelectAllCell<Row>({ selection, keys }: SelectAllCellProps<Row>) {
  const { selected, onChange } = selection;
  const count = keys.filter((key) => selected.has(key)).length;
  return (
    <th scope="col" className={styles.select}>
      <label>
        <input
          ref={(input) => {
            if (input) input.indeterminate = count > 0 && count < keys.length;
          }}
          type="checkbox"
          aria-label="Select all rows shown"
          checked={count === keys.length}
          onChange={(event) => onChange(withRows(selected, keys, event.target.checked))}
        />
      </label>
    </th>
  );
}

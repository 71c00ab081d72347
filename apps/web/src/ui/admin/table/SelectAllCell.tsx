import { type Selection, withRows } from './selection.ts';
import styles from './table.module.css';

type SelectAllCellProps<Row> = {
  selection: Selection<Row>;
  rows: Row[];
  rowKey: (row: Row) => string | number;
};

/** The checkbox for every row that is shown and can be selected. */
export function SelectAllCell<Row>({ selection, rows, rowKey }: SelectAllCellProps<Row>) {
  const { selected, onChange, isSelectable = () => true } = selection;
  const keys = rows.filter((row) => isSelectable(row)).map(rowKey);
  const count = keys.filter((key) => selected.has(key)).length;
  if (keys.length === 0)
    return (
      <th scope="col" className={styles.select}>
        <span className="visually-hidden">Selection</span>
      </th>
    );
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

import { type Selection, withRows } from './selection.ts';
import styles from './table.module.css';

type SelectCellProps<Row> = { selection: Selection<Row>; row: Row; rowKey: string | number };

/** A row's checkbox. */
export function SelectCell<Row>({ selection, row, rowKey }: SelectCellProps<Row>) {
  const { selected, onChange, label } = selection;
  return (
    <td className={styles.select}>
      <label>
        <input
          type="checkbox"
          aria-label={label(row)}
          checked={selected.has(rowKey)}
          onChange={(event) => onChange(withRows(selected, [rowKey], event.target.checked))}
        />
      </label>
    </td>
  );
}

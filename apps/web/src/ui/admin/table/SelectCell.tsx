import { type Selection, withRows } from './selection.ts';
import styles from './table.module.css';

type SelectCellProps<Row> = { selection: Selection<Row>; row: Row; rowKey: string | number };

/** A row's checkbox; nothing for a row that can't be selected. */
export function SelectCell<Row>({ selection, row, rowKey }: SelectCellProps<Row>) {
  const { selected, onChange, label, isSelectable = () => true } = selection;
  return (
    <td className={styles.select}>
      {isSelectable(row) && (
        <label>
          <input
            type="checkbox"
            aria-label={label(row)}
            checked={selected.has(rowKey)}
            onChange={(event) => onChange(withRows(selected, [rowKey], event.target.checked))}
          />
        </label>
      )}
    </td>
  );
}

import { useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import styles from './NumbersTable.module.css';
import type { NumbersColumn } from './numbers.ts';

type NumbersTableProps<Row> = {
  caption: string;
  columns: NumbersColumn<Row>[];
  rows: Row[];
  /** Shows all rows instead of scrolling next to a chart. */
  isWhole?: boolean;
};

/** The numbers behind a chart. They stay a table on small screens: there are few columns and many rows. */
export function NumbersTable<Row>({ caption, columns, rows, isWhole = false }: NumbersTableProps<Row>) {
  const captionId = useId();
  return (
    <section
      aria-labelledby={captionId}
      className={classNames(styles.frame, isWhole && styles.whole)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className={styles.table}>
        <caption id={captionId} className="visually-hidden">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ label, isNumber, hasBars }) => (
              <th
                key={label}
                scope="col"
                className={classNames(isNumber && styles.number, hasBars && styles.barHead)}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their index
            <tr key={index}>
              {columns.map((column, position) => (
                <Cell key={column.label} column={column} row={row} rows={rows} isHead={position === 0} />
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && (
          <tfoot>
            <tr>
              {columns.map(({ label, total, isNumber }) => (
                <td key={label} className={classNames(isNumber && styles.number)}>
                  {total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

type CellProps<Row> = { column: NumbersColumn<Row>; row: Row; rows: Row[]; isHead: boolean };

function Cell<Row>({ column: { text, value, isNumber, hasBars }, row, rows, isHead }: CellProps<Row>) {
  if (isHead) return <th scope="row">{text(row)}</th>;
  if (!hasBars) return <td className={classNames(isNumber && styles.number)}>{text(row)}</td>;
  const most = Math.max(...rows.map((other) => Number(value(other))));
  return (
    <td className={styles.number}>
      <div className={styles.withBar}>
        <Bar value={Number(value(row))} most={most} />
        {text(row)}
      </div>
    </td>
  );
}

function Bar({ value, most }: { value: number; most: number }) {
  return (
    <span className={styles.bar} aria-hidden>
      <span style={{ width: `${most > 0 ? (Math.max(value, 0) / most) * 100 : 0}%` }} />
    </span>
  );
}

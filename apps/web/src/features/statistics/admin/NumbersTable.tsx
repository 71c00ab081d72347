import { useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './NumbersTable.module.css';
import type { NumbersColumn } from './numbers.ts';

type NumbersTableProps<Row> = {
  caption: string;
  columns: NumbersColumn<Row>[];
  rows: Row[];
  /** Shows all rows, where no chart stands next to them. */
  isWhole?: boolean;
};

/** Shown next to a chart before all are asked for: about as high as the chart. */
const FIRST = 8;

/** The numbers behind a chart. They stay a table on small screens: there are few columns and many rows. */
export function NumbersTable<Row>({ rows, isWhole = false, ...table }: NumbersTableProps<Row>) {
  const [areAllShown, setAllShown] = useState(false);
  const isLong = !isWhole && rows.length > FIRST;
  return (
    <>
      <Numbers {...table} rows={rows} shown={isLong && !areAllShown ? rows.slice(0, FIRST) : rows} />
      {isLong && (
        <Button
          look="quiet"
          className={styles.more}
          aria-expanded={areAllShown}
          onClick={() => setAllShown(!areAllShown)}
        >
          {areAllShown ? `Show ${FIRST} rows` : `Show all ${rows.length} rows`}
        </Button>
      )}
    </>
  );
}

type NumbersProps<Row> = Omit<NumbersTableProps<Row>, 'isWhole'> & { shown: Row[] };

function Numbers<Row>({ caption, columns, rows, shown }: NumbersProps<Row>) {
  const captionId = useId();
  return (
    <section
      aria-labelledby={captionId}
      className={styles.frame}
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
          {shown.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their index
            <tr key={index}>
              {columns.map((column, position) => (
                <Cell key={column.label} column={column} row={row} rows={rows} isHead={position === 0} />
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && <Totals columns={columns} />}
      </table>
    </section>
  );
}

function Totals<Row>({ columns }: Pick<NumbersTableProps<Row>, 'columns'>) {
  return (
    <tfoot>
      <tr>
        {columns.map(({ label, total, isNumber }) => (
          <td key={label} className={classNames(isNumber && styles.number)}>
            {total}
          </td>
        ))}
      </tr>
    </tfoot>
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

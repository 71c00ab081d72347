import { type ReactNode, useId, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import { BodyCell } from './BodyCell.tsx';
import { growingColumns, type Column, type Sort } from './columns.ts';
import { SelectAllCell } from './SelectAllCell.tsx';
import { SelectCell } from './SelectCell.tsx';
import type { Selection } from './selection.ts';
import { TableHead } from './TableHead.tsx';
import styles from './table.module.css';
import { useHeldFocus } from './use-held-focus.ts';
import { useSideways } from './use-sideways.ts';
import { useWholeText } from './use-whole-text.ts';

type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** Whether new rows are loading. */
  isBusy?: boolean;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  selection?: Selection<Row> | undefined;
};

/** A table that scrolls with the page below its heads; on a phone each row takes two lines. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  isBusy = false,
  empty,
  selection,
}: DataTableProps<Row>) {
  const captionId = useId();
  const box = useRef<HTMLElement>(null);
  useHeldFocus(box);
  useWholeText(box);
  const isSideways = useSideways(box, rows.length > 0);
  const growing = growingColumns(columns);
  if (rows.length === 0)
    return (
      <section ref={box} tabIndex={-1} className={styles.empty}>
        {empty}
      </section>
    );
  return (
    <section
      ref={box}
      aria-labelledby={captionId}
      className={classNames(styles.frame, isSideways && styles.sideways)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={isSideways ? 0 : -1}
    >
      <table className={styles.table} aria-busy={isBusy || undefined}>
        <caption id={captionId} className="visually-hidden">
          {caption}
        </caption>
        <TableHead columns={columns} sort={sort} onSort={onSort}>
          {selection && <SelectAllCell selection={selection} rows={rows} rowKey={rowKey} />}
        </TableHead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {selection && <SelectCell selection={selection} row={row} rowKey={rowKey(row)} />}
              {columns.map((column) => (
                <BodyCell key={column.id} column={column} isGrowing={growing.includes(column)}>
                  {column.render(row)}
                </BodyCell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

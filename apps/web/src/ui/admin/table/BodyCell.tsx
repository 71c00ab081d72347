import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import type { Column } from './columns.ts';
import styles from './table.module.css';

/** Stands where a column has nothing. On a phone, without the column's head, the row is shorter instead. */
const NOTHING = '–';

type BodyCellProps<Row> = { column: Column<Row>; isGrowing: boolean; children: ReactNode };

/** One cell of a row, in one line unless its column wraps. */
export function BodyCell<Row>({ column, isGrowing, children }: BodyCellProps<Row>) {
  const { id, label, align, isPrimary, wraps, phone } = column;
  return (
    <td
      data-label={label}
      className={classNames(
        align === 'end' && styles.end,
        isPrimary && styles.primary,
        isGrowing && styles.grows,
        wraps && styles.wraps,
        id === 'actions' && styles.actions,
        phone && styles[phone],
        children === NOTHING && styles.nothing,
      )}
    >
      <div>{children}</div>
    </td>
  );
}

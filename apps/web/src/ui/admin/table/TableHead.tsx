import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { type Column, growingColumns, nextSort, type Sort, sortDirection } from './columns.ts';
import styles from './table.module.css';

type TableHeadProps<Row> = {
  columns: Column<Row>[];
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** A cell before the columns. */
  children?: ReactNode;
};

/** A table's header; sortable columns are buttons. */
export function TableHead<Row>({ columns, sort, onSort, children }: TableHeadProps<Row>) {
  const growing = growingColumns(columns);
  return (
    <thead>
      <tr aria-rowindex={1}>
        {children}
        {columns.map((column) => (
          <Head
            key={column.id}
            column={column}
            isGrowing={growing.includes(column)}
            sort={sort}
            onSort={onSort}
          />
        ))}
      </tr>
    </thead>
  );
}

const ARROWS = { ascending: ArrowUp, descending: ArrowDown };

function Head<Row>({
  column,
  isGrowing,
  sort,
  onSort,
}: Pick<TableHeadProps<Row>, 'sort' | 'onSort'> & { column: Column<Row>; isGrowing: boolean }) {
  const { id, label, sortKey, align, grows } = column;
  const direction = sortDirection(sort, sortKey);
  const Arrow = direction ? ARROWS[direction] : ChevronsUpDown;
  return (
    <th
      scope="col"
      className={classNames(
        align === 'end' && styles.end,
        sortKey && styles.sortable,
        isGrowing && typeof grows !== 'number' && styles.grows,
        id === 'actions' && styles.actions,
      )}
      style={{ width: widthOf(column, isGrowing) }}
      aria-sort={direction ?? (sortKey && onSort ? 'none' : undefined)}
    >
      {sortKey && onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, sortKey))}>
          {label}
          <Arrow aria-hidden size={14} className={styles.arrow} />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

/** Undefined: what its text takes, or all that is left. */
function widthOf<Row>({ grows, width }: Column<Row>, isGrowing: boolean): string | undefined {
  if (typeof grows === 'number') return `${grows}%`;
  return isGrowing ? undefined : width;
}

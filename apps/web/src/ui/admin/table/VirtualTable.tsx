import { type CSSProperties, useEffect, useEffectEvent, useId, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { BodyCell } from './BodyCell.tsx';
import { growingColumns, type Column, type Sort } from './columns.ts';
import { TableHead } from './TableHead.tsx';
import styles from './table.module.css';
import { useHeldFocus } from './use-held-focus.ts';
import { useRowWindow } from './use-row-window.ts';
import { useWholeText } from './use-whole-text.ts';

type VirtualTableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  total: number;
  /** The row at this index, from 0; undefined while it loads. */
  rowAt: (index: number) => Row | undefined;
  rowKey: (row: Row) => string | number;
  /** Called with the drawn rows. */
  onRangeChange: (first: number, last: number) => void;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
};

/** A table of any length that scrolls with the page and draws only the visible rows and a few around them. */
export function VirtualTable<Row>({
  caption,
  columns,
  total,
  rowAt,
  rowKey,
  onRangeChange,
  sort,
  onSort,
}: VirtualTableProps<Row>) {
  const captionId = useId();
  const box = useRef<HTMLElement>(null);
  const { first, last, heightPx, shiftPx, show } = useRowWindow(box, total);
  const tellRange = useEffectEvent(onRangeChange);
  useEffect(() => {
    tellRange(first, last);
  }, [first, last]);
  useHeldFocus(box);
  useWholeText(box);
  const rows = Array.from({ length: last - first + 1 }, (_, position) => rowAt(first + position));
  const keys = keysOf(rows, { first, rowKey });
  return (
    <section
      ref={box}
      aria-labelledby={captionId}
      className={classNames(styles.frame, styles.virtual)}
      style={rowsHeight(heightPx)}
      tabIndex={-1}
    >
      <div
        className={styles.pane}
        // The page scrolls the rows. A focus must not move them here as well.
        onScroll={({ currentTarget }) => (currentTarget.scrollTop = 0)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table className={styles.table} aria-rowcount={total + 1}>
          <caption id={captionId} className="visually-hidden">
            {caption}
          </caption>
          <TableHead columns={columns} sort={sort} onSort={onSort} />
          <tbody style={{ transform: `translateY(${shiftPx}px)` }}>
            {rows.map((row, position) => (
              <VirtualRow
                key={keys[position]}
                index={first + position}
                row={row}
                columns={columns}
                onFocus={() => show(first + position)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Keys by record, so that a focused row keeps its record when the list moves; by index while a row loads. */
function keysOf<Row>(
  rows: (Row | undefined)[],
  { first, rowKey }: Pick<VirtualTableProps<Row>, 'rowKey'> & { first: number },
): string[] {
  const known = new Set<string>();
  return rows.map((row, position) => {
    const key = row === undefined ? `place ${first + position}` : `record ${rowKey(row)}`;
    // Two windows fetched one after the other may both hold a record that moved in between.
    const unique = known.has(key) ? `${key} at ${first + position}` : key;
    known.add(unique);
    return unique;
  });
}

/** A short list ends with its rows. React's types know no custom properties. */
function rowsHeight(heightPx: number): CSSProperties {
  return { '--rows': `${heightPx}px` } as CSSProperties;
}

type VirtualRowProps<Row> = {
  index: number;
  row: Row | undefined;
  columns: Column<Row>[];
  onFocus: () => void;
};

function VirtualRow<Row>({ index, row, columns, onFocus }: VirtualRowProps<Row>) {
  const growing = growingColumns(columns);
  return (
    <tr aria-rowindex={index + 2} onFocus={onFocus}>
      {columns.map((column) => (
        <BodyCell key={column.id} column={column} isGrowing={growing.includes(column)}>
          {row === undefined ? <Skeleton className={styles.placeholder} /> : column.render(row)}
        </BodyCell>
      ))}
    </tr>
  );
}

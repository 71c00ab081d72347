import type { ComponentProps, ReactNode } from 'react';
import { RecordTable } from './RecordTable.tsx';
import styles from './ShortList.module.css';

type ShortListProps<Row> = ComponentProps<typeof RecordTable<Row>> & {
  /** What stands above the table: links, buttons, a sentence. */
  bar: ReactNode;
  /** Notices between bar and table. */
  children?: ReactNode;
};

/** A list that is always shown whole, without search and pages. */
export function ShortList<Row>({ bar, children, ...table }: ShortListProps<Row>) {
  return (
    <div className={styles.list}>
      <div className={styles.bar}>{bar}</div>
      {children}
      <RecordTable {...table} />
    </div>
  );
}

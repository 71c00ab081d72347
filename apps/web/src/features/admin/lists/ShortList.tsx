import type { ComponentProps, ReactNode } from 'react';
import { CsvButton, type CsvEndpoint } from './CsvButton.tsx';
import { RecordTable } from './RecordTable.tsx';
import styles from './ShortList.module.css';

type ShortListProps<Row> = ComponentProps<typeof RecordTable<Row>> & {
  /** What stands above the table on the left: a link or a sentence. */
  intro: ReactNode;
  /** The buttons on the right. */
  actions: ReactNode;
  /** Writes the list to a file. */
  csv?: CsvEndpoint;
  /** Notices between bar and table. */
  children?: ReactNode;
};

/** A list that is always shown whole, without search and pages. */
export function ShortList<Row>({ intro, actions, csv, children, ...table }: ShortListProps<Row>) {
  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        {intro}
        <div className={styles.actions}>
          {csv && <CsvButton endpoint={csv} caption={table.caption} />}
          {actions}
        </div>
      </div>
      {children}
      <RecordTable {...table} />
    </div>
  );
}

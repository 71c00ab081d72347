import type { ComponentProps, ReactNode } from 'react';
import { CsvButton, type CsvEndpoint } from './CsvButton.tsx';
import { RecordTable } from './RecordTable.tsx';
import styles from './ShortList.module.css';

type ShortListProps<Row> = ComponentProps<typeof RecordTable<Row>> & {
  /** What stands above the table: links, buttons, a sentence. */
  bar: ReactNode;
  /** Writes the list to a file. */
  csv?: CsvEndpoint;
  /** Notices between bar and table. */
  children?: ReactNode;
};

/** A list that is always shown whole, without search and pages. */
export function ShortList<Row>({ bar, csv, children, ...table }: ShortListProps<Row>) {
  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        {bar}
        {csv && <CsvButton endpoint={csv} caption={table.caption} />}
      </div>
      {children}
      <RecordTable {...table} />
    </div>
  );
}

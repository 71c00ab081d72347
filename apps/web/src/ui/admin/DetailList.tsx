import type { ReactNode } from 'react';
import styles from './DetailList.module.css';

type DetailListProps = { details: { label: string; value: ReactNode }[] };

/** The details of one record. */
export function DetailList({ details }: DetailListProps) {
  return (
    <dl className={styles.list}>
      {details.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import type { ReactNode } from 'react';
import styles from './StatCard.module.css';

type StatCardProps = { label: string; value: ReactNode; hint?: ReactNode };

/** One key number with its label. */
export function StatCard({ label, value, hint }: StatCardProps) {
  return (
    <dl className={styles.card}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      {hint && <dd className={styles.hint}>{hint}</dd>}
    </dl>
  );
}

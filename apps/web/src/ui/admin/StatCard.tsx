import type { ReactNode } from 'react';
import styles from './StatCard.module.css';

type StatCardProps = {
  label: ReactNode;
  value: ReactNode;
  hint?: ReactNode;
  /** A small curve next to the value; a phone goes without. */
  curve?: ReactNode;
};

/** One key number with its label. */
export function StatCard({ label, value, hint, curve }: StatCardProps) {
  return (
    <dl className={styles.card}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      {curve && <dd className={styles.curve}>{curve}</dd>}
      {hint && <dd className={styles.hint}>{hint}</dd>}
    </dl>
  );
}

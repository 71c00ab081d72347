import type { ReactNode } from 'react';
import styles from './StatisticsFrame.module.css';

/** The numbers that matter most, side by side. */
export function StatCards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}

import type { ReactNode } from 'react';
import styles from './StatisticsFrame.module.css';

/** The key numbers, side by side. */
export function StatCards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}

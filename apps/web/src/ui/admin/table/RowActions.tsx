import type { ReactNode } from 'react';
import styles from './RowActions.module.css';

/** The buttons of a row, side by side. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={styles.actions}>{children}</span>;
}

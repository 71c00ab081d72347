import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** A page's empty state with a next step. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>;
}

import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** Says that there is nothing, and offers a next step. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>;
}

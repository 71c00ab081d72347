import type { ReactNode } from 'react';
import styles from './PageTitle.module.css';

/** The name of a page, in gold. */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className={`${styles.title} gilded ornament`}>{children}</h1>;
}

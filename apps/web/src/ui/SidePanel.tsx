import type { ReactNode } from 'react';
import styles from './SidePanel.module.css';

/** A titled box next to the main column. */
export function SidePanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.panel}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

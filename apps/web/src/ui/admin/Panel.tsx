import { type ReactNode, useId } from 'react';
import styles from './Panel.module.css';

type PanelProps = {
  title: string;
  /** Actions next to the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A titled box. */
export function Panel({ title, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

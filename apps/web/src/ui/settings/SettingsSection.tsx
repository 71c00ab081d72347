import { type ReactNode, type Ref, useId } from 'react';
import styles from './SettingsSection.module.css';

type SettingsSectionProps = {
  title: string;
  /** A state next to the title. */
  badge?: ReactNode;
  /** What the section is for. */
  lead: ReactNode;
  /** Actions on everything in it. */
  actions?: ReactNode;
  /** Takes the focus of those whose button has gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/** A titled group of the account's settings. */
export function SettingsSection({ title, badge, lead, actions, headingRef, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <div className={styles.title}>
          <h2 id={id} ref={headingRef} tabIndex={-1}>
            {title}
          </h2>
          {badge}
        </div>
        <p className={styles.lead}>{lead}</p>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

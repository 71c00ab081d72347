import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import styles from './SettingEntry.module.css';

type SettingEntryProps = {
  icon: LucideIcon;
  /** What the icon says, where it says something. */
  tone?: 'neutral' | 'success' | 'warning' | 'error';
  title: string;
  /** States next to the title. */
  badges?: ReactNode;
  /** One line or several. */
  text: ReactNode;
  actions?: ReactNode;
  /** What belongs to it, over the whole width. */
  children?: ReactNode;
};

/** One setting: what it is, how it stands, and what can be done. */
export function SettingEntry({
  icon: Icon,
  tone = 'neutral',
  title,
  badges,
  text,
  actions,
  children,
}: SettingEntryProps) {
  return (
    <div className={styles.entry}>
      <span className={classNames(styles.icon, styles[tone])}>
        <Icon aria-hidden size={20} />
      </span>
      <div className={styles.body}>
        <div className={styles.title}>
          <h3>{title}</h3>
          {badges}
        </div>
        <div className={styles.text}>{text}</div>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {children && <div className={styles.more}>{children}</div>}
    </div>
  );
}

/** Entries in a frame, with lines between them. */
export function SettingList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Scene } from '#ui/Scene.tsx';
import styles from './AuthPanel.module.css';

type AuthPanelProps = {
  title: string;
  intro?: string | undefined;
  /** Hidden from a signed-in player, who is about to be redirected. */
  isForVisitors?: boolean;
  children: ReactNode;
};

/** The panel of the sign-in, registration and reset pages. */
export function AuthPanel({ title, intro, isForVisitors = false, children }: AuthPanelProps) {
  return (
    <Scene picture="start">
      <div className={classNames(styles.panel, isForVisitors && styles.forVisitors)}>
        <header className={styles.header}>
          <h1>{title}</h1>
          {intro && <p>{intro}</p>}
        </header>
        {children}
      </div>
    </Scene>
  );
}

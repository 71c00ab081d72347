import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Scene } from '#ui/Scene.tsx';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import styles from './AuthPanel.module.css';

type AuthPanelProps = {
  title: string;
  intro?: string | undefined;
  /** Hidden from a signed-in player, who is about to be sent on, until the page has come alive. */
  isForVisitors?: boolean;
  children: ReactNode;
};

/** One smoked-glass panel over the brand's picture: sign in, sign up, reset. */
export function AuthPanel({ title, intro, isForVisitors = false, children }: AuthPanelProps) {
  const isSessionKnown = useIsHydrated();
  return (
    <Scene picture="start">
      <div className={classNames(styles.panel, isForVisitors && !isSessionKnown && styles.forVisitors)}>
        <header className={styles.header}>
          <h1>{title}</h1>
          {intro && <p>{intro}</p>}
        </header>
        {children}
      </div>
    </Scene>
  );
}

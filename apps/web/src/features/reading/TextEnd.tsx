import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '#api/session.ts';
import { paths } from '#features/paths/paths.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import styles from './TextEnd.module.css';

type TextEndProps = {
  /** What to read next; null after the last text. */
  next: { to: string; label: string; title: string; meta: ReactNode; picture?: ReactNode } | null;
};

/** What stands below a text: the next one, and the way into the game. */
export function TextEnd({ next }: TextEndProps) {
  const location = useLocation();
  return (
    <aside aria-label="Read on" className={styles.end}>
      {next && (
        <section className={styles.next}>
          {next.picture && <div className={styles.picture}>{next.picture}</div>}
          <div className={styles.text}>
            <p className={styles.label}>{next.label}</p>
            <h2>
              {/* The way back stays the same. */}
              <Link to={next.to} state={location.state}>
                {next.title}
              </Link>
            </h2>
            {next.meta}
          </div>
        </section>
      )}
      <PlayCall />
    </aside>
  );
}

function PlayCall() {
  const { brandName, launcherHref } = useSite();
  const session = useSession();
  const isSessionKnown = useIsHydrated();
  return (
    <section className={classNames(styles.play, !isSessionKnown && styles.unknown)}>
      <h2>{session ? 'Ready when you are' : 'See it for yourself'}</h2>
      <p>
        {session
          ? `${brandName} is waiting for you.`
          : `${brandName} is free to play. An account takes a minute.`}
      </p>
      <div className={styles.actions}>
        {!session && (
          <Link to={paths.register} className={buttonClass('primary')}>
            Play for free
          </Link>
        )}
        <a href={launcherHref} download className={buttonClass(session ? 'primary' : 'secondary')}>
          Download
        </a>
        {session && (
          <Link to={paths.profile} className={buttonClass('secondary')}>
            Profile
          </Link>
        )}
      </div>
    </section>
  );
}

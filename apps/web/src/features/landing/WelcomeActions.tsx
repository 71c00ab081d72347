import { Link } from 'react-router';
import { useSession } from '#api/session.ts';
import { paths } from '#features/paths/paths.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { buttonClass } from '#ui/Button.tsx';
import styles from './WelcomeActions.module.css';

/** The first two steps of a visitor, and those of a player. */
export function WelcomeActions() {
  const { launcherHref } = useSite();
  const isPlayer = useSession() !== null;
  return (
    <p className={styles.actions}>
      {isPlayer ? (
        <>
          <a href={launcherHref} download className={buttonClass('primary', styles.large)}>
            Download
          </a>
          <Link to={paths.profile} className={buttonClass('secondary', styles.large)}>
            Profile
          </Link>
        </>
      ) : (
        <>
          <Link to={paths.register} className={buttonClass('primary', styles.large)}>
            Play for free
          </Link>
          <a href="#features" className={buttonClass('secondary', styles.large)}>
            What awaits you
          </a>
        </>
      )}
    </p>
  );
}

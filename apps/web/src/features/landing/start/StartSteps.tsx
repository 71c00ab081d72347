import type { ClientFile } from '@waygate/contract/home/home.schemas';
import { Link } from 'react-router';
import { useSession } from '#api/session.ts';
import { paths } from '#features/paths/paths.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { ClientFacts } from './ClientFacts.tsx';
import styles from './StartSteps.module.css';

/** From a visitor to a player. The client's facts are there when the portal keeps the file. */
export function StartSteps({ client }: { client: ClientFile | null }) {
  const { launcherHref } = useSite();
  const isPlayer = useSession() !== null;
  return (
    <ol className={styles.steps}>
      <li>
        <h3>Account</h3>
        <div className={styles.account}>
          <p>
            {isPlayer
              ? 'You are signed in, so this step is done.'
              : 'A name, an email address and a password are enough.'}
          </p>
          {isPlayer ? (
            <Link to={paths.profile} className={buttonClass('secondary')}>
              Profile
            </Link>
          ) : (
            <Link to={paths.register} className={buttonClass('primary')}>
              Create Account
            </Link>
          )}
        </div>
      </li>
      <li>
        <h3>Download</h3>
        {client ? <ClientFacts client={client} /> : <p>The client brings the whole game to your computer.</p>}
        <a href={launcherHref} download className={buttonClass('secondary')}>
          Download Client
        </a>
      </li>
      <li>
        <h3>Sign in</h3>
        <p>Start the client and sign in with the account that you created here.</p>
      </li>
    </ol>
  );
}

import { opensAdmin } from '@waygate/contract/ranks';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { clearSession, sectionNamesOf, useSession } from '#api/session.ts';
import { originState } from '#features/paths/origin.ts';
import { paths } from '#features/paths/paths.ts';
import { openDonations } from '#features/shop/storefront-overlay.ts';
import { buttonClass } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './Header.module.css';

type AccountAreaProps = { onFollow: () => void };

/** The header's links for visitors, players and staff. */
export function AccountArea({ onFollow }: AccountAreaProps) {
  const session = useSession();
  return (
    <ul className={classNames(styles.links, styles.account)}>
      {session ? (
        <PlayerEntries
          canAdminister={opensAdmin({
            permission: session.privilege ?? 0,
            webMgt: session.webMgt ?? 1,
            sections: sectionNamesOf(session),
          })}
          onFollow={onFollow}
        />
      ) : (
        <VisitorEntries onFollow={onFollow} />
      )}
    </ul>
  );
}

function VisitorEntries({ onFollow }: AccountAreaProps) {
  const location = useLocation();
  const state = originState(location);
  return (
    <>
      <li>
        <Link
          to={paths.login}
          state={state}
          aria-current={location.pathname === paths.login ? 'page' : undefined}
          onClick={onFollow}
        >
          Login
        </Link>
      </li>
      <li>
        <Link
          to={paths.register}
          state={state}
          className={buttonClass('primary', styles.action)}
          onClick={onFollow}
        >
          Register
        </Link>
      </li>
    </>
  );
}

function PlayerEntries({ canAdminister, onFollow }: AccountAreaProps & { canAdminister: boolean }) {
  const { pathname } = useLocation();
  const { isLeaving, signOut } = useSignOut();
  const donate = () => {
    onFollow();
    openDonations();
  };
  return (
    <>
      <li>
        <button
          type="button"
          className={buttonClass('primary', styles.action)}
          onClick={donate}
          aria-haspopup="dialog"
        >
          Donate
        </button>
      </li>
      {canAdminister && (
        <li>
          <Link
            to={paths.admin}
            aria-current={pathname.startsWith(paths.admin) ? 'page' : undefined}
            onClick={onFollow}
          >
            Admin
          </Link>
        </li>
      )}
      <li>
        <Link
          to={paths.profile}
          aria-current={pathname === paths.profile ? 'page' : undefined}
          onClick={onFollow}
        >
          Profile
        </Link>
      </li>
      <li>
        <button type="button" aria-busy={isLeaving} onClick={() => void signOut().then(onFollow)}>
          {isLeaving ? 'Logging out…' : 'Logout'}
        </button>
      </li>
    </>
  );
}

function useSignOut() {
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);
  async function signOut() {
    if (isLeaving) return;
    setIsLeaving(true);
    try {
      const { endSession } = await import('./end-session.ts');
      await endSession();
    } catch {
      // The server may be unreachable or the session over; signing out of this browser works anyway.
    }
    clearSession();
    await navigate(paths.login);
  }
  return { isLeaving, signOut };
}

import { PAGES } from '@waygate/contract/site/pages';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '#api/session.ts';
import { staticPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
import { ProfileSkeleton } from '#features/profile/ProfileSkeleton.tsx';
import { ProfileView } from '#features/profile/ProfileView.tsx';
import { splitNotices } from '#features/sign-in/address-notices.ts';
import { SudoProvider } from '#features/sudo/SudoProvider.tsx';
import { classNames } from '#ui/class-names.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import styles from './ProfilePage.module.css';

function ProfilePage() {
  const session = useSession();
  const isSessionKnown = useIsHydrated();
  if (isSessionKnown && !session) return <SignInFirst />;
  return (
    <div className={classNames(styles.page, !isSessionKnown && styles.forPlayers)}>
      <div className={styles.column}>
        <h1 className="visually-hidden">Profile</h1>
        {session ? (
          <SudoProvider key={session.accessToken}>
            <ProfileView />
          </SudoProvider>
        ) : (
          <ProfileSkeleton />
        )}
      </div>
    </div>
  );
}

/** The sign-in page shows the address's notices and returns here. */
function SignInFirst() {
  const { pathname, search } = useLocation();
  const { own, rest } = splitNotices(search);
  return <Navigate to={{ pathname: paths.login, search: own }} replace state={{ from: pathname + rest }} />;
}

export const route = staticPage({
  meta: () => ({ title: PAGES.profile.title, description: 'Your account.' }),
  Page: ProfilePage,
});

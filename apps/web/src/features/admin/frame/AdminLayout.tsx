import { type ComponentType, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { type StoredSession, useSession } from '#api/session.ts';
import { canAdminister, permittedCategories } from '#features/admin/sections.ts';
import { paths } from '#features/paths/paths.ts';
import { SudoProvider } from '#features/sudo/SudoProvider.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { LayerContext, type OpenLayer } from '#ui/back/use-back-closes.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import styles from './AdminLayout.module.css';
import { AdminMenu } from './AdminMenu.tsx';
import { AdminProviders } from './AdminProviders.tsx';
import { NoPermission } from './NoPermission.tsx';
import { useKeptNotice } from './use-kept-notice.ts';
import { useSearchKey } from './use-search-key.ts';

type AdminLayoutProps = {
  /** The search over everything, which is loaded when somebody opens it. */
  Palette: ComponentType<{ onClose: () => void }>;
};

/** Menu and page of the admin area, for staff only. The server renders a placeholder, the same for everybody. */
export function AdminLayout({ Palette }: AdminLayoutProps) {
  const session = useSession();
  const isSessionKnown = useIsHydrated();
  const { pathname, search } = useLocation();
  if (!isSessionKnown) return <Outline />;
  if (!session) return <Navigate to={paths.login} replace state={{ from: pathname + search }} />;
  if (!canAdminister(session)) return <Navigate to={paths.home} replace />;
  return (
    // The key drops one account's cached data when another signs in.
    <AdminProviders key={session.accessToken}>
      <div className={styles.tool}>
        <SudoProvider>
          <LayerContext value={withoutEntry}>
            <Frame session={session} Palette={Palette} />
          </LayerContext>
        </SudoProvider>
      </div>
    </AdminProviders>
  );
}

/** Staff's dialogs hold unsaved changes against the browser's back themselves. */
const withoutEntry: OpenLayer = () => () => {};

function Frame({ session, Palette }: AdminLayoutProps & { session: StoredSession }) {
  const [isSearching, setIsSearching] = useState(false);
  useSearchKey(() => setIsSearching(!isSearching));
  useKeptNotice();
  const categories = permittedCategories(session);
  if (categories.length === 0)
    return (
      <div className={classNames(styles.admin, styles.alone)}>
        <NoPermission level={session.webMgt}>
          You do not have sufficient permissions to access any admin sections.
        </NoPermission>
      </div>
    );
  return (
    <div className={styles.admin}>
      <AdminMenu categories={categories} onSearch={() => setIsSearching(true)} />
      <div className={styles.section}>
        <Outlet />
      </div>
      {isSearching && (
        <Suspense fallback={null}>
          <Palette onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Outline() {
  return (
    <div className={classNames(styles.admin, styles.forStaff)}>
      <div className={styles.menuOutline}>
        {[0, 1, 2, 3, 4, 5].map((line) => (
          <Skeleton key={line} className={styles.lineOutline} />
        ))}
      </div>
      <div className={styles.section}>
        <Skeleton className={styles.titleOutline} />
        <Skeleton className={styles.pageOutline} />
      </div>
    </div>
  );
}

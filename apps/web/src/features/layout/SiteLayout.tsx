import { PAGES } from '@waygate/contract/site/pages';
import { lazy, Suspense, use, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { PendingContext } from '#features/page/pending.ts';
import { useReferralTracking } from '#features/referrals/use-referral-tracking.ts';
import { useOpenStorefront } from '#features/shop/storefront-overlay.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { ScrollPosition } from './ScrollPosition.tsx';
import styles from './SiteLayout.module.css';

const StorefrontOverlay = lazy(async () => {
  const { StorefrontOverlay: Component } = await import('#features/shop/StorefrontOverlay.tsx');
  return { default: Component };
});

/** Header, page, footer. */
export function SiteLayout() {
  const location = useLocation();
  const { pathname } = location;
  const isLanding = pathname === PAGES.home.path || pathname === PAGES.home.alias;
  const open = useOpenStorefront();
  useRevealedAccountArea();
  useReferralTracking(location);
  return (
    <div className={isLanding ? styles.landing : styles.site}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <ProgressBar />
      <Header isOverPicture={isLanding} />
      <Content pathname={pathname} />
      <Footer />
      {open && (
        <Suspense>
          <StorefrontOverlay open={open} />
        </Suspense>
      )}
      <ScrollPosition location={location} />
    </div>
  );
}

/** After navigation, the focus moves to the start of the page and screen readers announce its title. */
function Content({ pathname }: { pathname: string }) {
  const main = useRef<HTMLElement>(null);
  const lastPathname = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    setAnnouncement(document.title);
    // Keep the focus that the page set itself.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <main ref={main} id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
      <div aria-live="polite" className="visually-hidden">
        {announcement}
      </div>
    </>
  );
}

/** A thin line while the next page's code loads. */
function ProgressBar() {
  return use(PendingContext) ? <div className={styles.progress} /> : null;
}

/** The style sheet hides a player's account area until the stored session has been rendered. */
function useRevealedAccountArea(): void {
  const isKnown = useIsHydrated();
  useEffect(() => {
    if (isKnown) document.documentElement.dataset.hydrated = '';
  }, [isKnown]);
}

import { PAGES } from '@waygate/contract/site/pages';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useIsPending } from '#features/page/pending.ts';
import { useReferralTracking } from '#features/referrals/use-referral-tracking.ts';
import { useOpenStorefront } from '#features/shop/storefront-overlay.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import { Footer } from './Footer.tsx';
import { Header, isMenuOpen } from './Header.tsx';
import { ScrollPosition } from './ScrollPosition.tsx';
import styles from './SiteLayout.module.css';

const SLOW_MS = 150;

const StorefrontOverlay = lazy(async () => {
  const { StorefrontOverlay: Component } = await import('#features/shop/overlay/StorefrontOverlay.tsx');
  return { default: Component };
});

/** Header, page, footer. */
export function SiteLayout() {
  const location = useLocation();
  const { pathname } = location;
  const isLanding = pathname === PAGES.home.path || pathname === PAGES.home.alias;
  const open = useOpenStorefront();
  const isSlow = useIsSlow();
  useReferralTracking(location);
  return (
    <div className={isLanding ? styles.landing : styles.site}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Header isOverPicture={isLanding} />
      {isSlow && <div className={styles.progress} />}
      <Content pathname={pathname} isSlow={isSlow} />
      <Footer />
      {open && (
        <Suspense>
          <StorefrontOverlay open={open} />
        </Suspense>
      )}
      <ScrollPosition location={location} />
      <RevealedAccountArea />
    </div>
  );
}

/** After navigation, the focus moves to the start of the page and screen readers announce its title. */
function Content({ pathname, isSlow }: { pathname: string; isSlow: boolean }) {
  const main = useRef<HTMLElement>(null);
  const lastPathname = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  // Not a passive effect: a click just before it would open a menu that loses the focus at once.
  useLayoutEffect(() => {
    if (lastPathname.current === pathname) return;
    // Keep the focus that the page set itself. A menu that was opened meanwhile would close.
    if (main.current?.contains(document.activeElement) || isMenuOpen()) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    setAnnouncement(document.title);
  }, [pathname]);
  return (
    <>
      <main ref={main} id="content" tabIndex={-1} className={styles.content} aria-busy={isSlow || undefined}>
        <Outlet />
      </main>
      <div aria-live="polite" className="visually-hidden">
        {announcement}
      </div>
    </>
  );
}

/** Whether the next page's code takes long enough to say so: most pages arrive at once. */
function useIsSlow(): boolean {
  const isPending = useIsPending();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  return isSlow;
}

/** The style sheet hides a player's account area until the stored session has been rendered. */
function RevealedAccountArea(): null {
  const isKnown = useIsHydrated();
  useEffect(() => {
    if (isKnown) document.documentElement.dataset.hydrated = '';
  }, [isKnown]);
  return null;
}

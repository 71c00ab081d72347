import type { Storefront } from '@waygate/contract/products/products.schemas';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#api/session.ts';
import { paths } from '#features/paths/paths.ts';

/** The overlay that lies over the page; without a category it shows all categories. */
export type OpenStorefront = { storefront: Storefront; category?: string };

const listeners = new Set<() => void>();
let shown: OpenStorefront | undefined;

/** Opens the donation overlay over whatever page is showing. */
export function openDonations(): void {
  show({ storefront: 'donation' });
}

/** Opens the shop overlay over whatever page is showing. */
export function openShop(): void {
  show({ storefront: 'shop' });
}

export function closeStorefront(): void {
  show(undefined);
}

/** Goes to a category of the overlay that is open, or back to all of them. */
export function showCategory(category: string | undefined): void {
  if (shown) show({ storefront: shown.storefront, ...(category !== undefined && { category }) });
}

export function useOpenStorefront(): OpenStorefront | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => undefined,
  );
}

/** An overlay belongs to its page: another page closes it, and coming back from signing in opens it again. */
export function useStorefrontOfPage(): void {
  const { pathname } = useLocation();
  const isSignedIn = useSession() !== null;
  const lastPathname = useRef(pathname);
  const left = useRef<OpenStorefront & { pathname: string }>(undefined);
  useEffect(() => {
    const leftPathname = lastPathname.current;
    if (pathname !== leftPathname) {
      if (shown && pathname === paths.login) left.current = { ...shown, pathname: leftPathname };
      lastPathname.current = pathname;
      closeStorefront();
    }
    if (!left.current || !isSignedIn || pathname === paths.login) return;
    const { pathname: origin, ...storefront } = left.current;
    left.current = undefined;
    if (origin === pathname) show(storefront);
  }, [pathname, isSignedIn]);
}

function show(next: OpenStorefront | undefined): void {
  if (next === shown) return;
  shown = next;
  for (const listener of listeners) listener();
}

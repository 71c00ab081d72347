import type { Storefront } from '@waygate/contract/products/products.schemas';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#api/session.ts';
import { paths } from '#features/paths/paths.ts';

/** The open overlay; without a category it shows all categories. */
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

/**
 * The overlay to show. Navigating to another page closes it; coming back after signing in opens it again.
 */
export function useOpenStorefront(): OpenStorefront | undefined {
  const open = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => undefined,
  );
  const { pathname } = useLocation();
  const isSignedIn = useSession() !== null;
  const [openedAt, setOpenedAt] = useState('');
  const page = open ? openedAt || pathname : '';
  if (page !== openedAt) setOpenedAt(page);
  const left = useRef<{ open: OpenStorefront; page: string }>(undefined);
  useEffect(() => {
    if (open && page !== pathname) {
      if (pathname === paths.login) left.current = { open, page };
      closeStorefront();
      return;
    }
    if (!left.current || !isSignedIn || pathname === paths.login) return;
    if (left.current.page === pathname) show(left.current.open);
    left.current = undefined;
  }, [open, page, pathname, isSignedIn]);
  // Closed in the same render, so that the new page can take the focus.
  return page === pathname ? open : undefined;
}

function show(next: OpenStorefront | undefined): void {
  if (next === shown) return;
  shown = next;
  for (const listener of listeners) listener();
}

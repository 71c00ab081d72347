import { DonationOverlay } from './DonationOverlay.tsx';
import { ShopOverlay } from './ShopOverlay.tsx';
import type { OpenStorefront } from './storefront-overlay.ts';

/** The overlay that is open. */
export function StorefrontOverlay({ open: { storefront, category } }: { open: OpenStorefront }) {
  return storefront === 'donation' ? (
    <DonationOverlay category={category} />
  ) : (
    <ShopOverlay category={category} />
  );
}

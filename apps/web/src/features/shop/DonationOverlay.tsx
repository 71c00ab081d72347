import { OverlayFrame } from './OverlayFrame.tsx';
import { StorefrontView } from './StorefrontView.tsx';

const TEXTS = {
  loading: 'Loading gifts...',
  none: 'No gifts available at the moment.',
  noneInCategory: 'No gifts found in this category.',
};

/** The donations as a full-screen overlay. */
export function DonationOverlay({ category }: { category: string | undefined }) {
  return (
    <OverlayFrame title="DONATIONS :">
      <StorefrontView storefront="donation" category={category} texts={TEXTS} />
    </OverlayFrame>
  );
}

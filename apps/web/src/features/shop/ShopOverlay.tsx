import { OverlayFrame } from './OverlayFrame.tsx';
import { StorefrontView } from './StorefrontView.tsx';

const TEXTS = {
  loading: 'Loading products...',
  none: 'No products available at the moment.',
  noneInCategory: 'No products found in this category.',
};

/** The shop as a full-screen overlay. */
export function ShopOverlay({ category }: { category: string | undefined }) {
  return (
    <OverlayFrame title="SHOP">
      <StorefrontView storefront="shop" category={category} texts={TEXTS} />
    </OverlayFrame>
  );
}

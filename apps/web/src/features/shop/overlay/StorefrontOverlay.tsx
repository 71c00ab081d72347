import type { Storefront as StorefrontName } from '@waygate/contract/products/products.schemas';
import { useState } from 'react';
import { useLoaded } from '#api/use-loaded.ts';
import { loadFeatured, loadProducts } from '#features/shop/load-storefront.ts';
import { type OpenStorefront, showCategory } from '#features/shop/storefront-overlay.ts';
import { STOREFRONT_TEXTS } from '#features/shop/storefront-texts.ts';
import { Storefront } from '#features/shop/Storefront.tsx';
import { StorefrontSkeleton } from '#features/shop/StorefrontSkeleton.tsx';
import { Failure } from '#ui/Failure.tsx';
import { OverlayFrame } from './OverlayFrame.tsx';
import styles from './StorefrontOverlay.module.css';

/** Both answers are asked for at once and come at about the same time. */
const PATIENCE_MS = 100;

const TITLES: Record<StorefrontName, string> = { shop: 'SHOP', donation: 'DONATIONS :' };

/** The overlay that is open: the shop or the donations over the whole page. */
export function StorefrontOverlay({ open: { storefront, category } }: { open: OpenStorefront }) {
  return (
    <OverlayFrame title={TITLES[storefront]}>
      <Catalogue key={storefront} storefront={storefront} category={category} />
    </OverlayFrame>
  );
}

function Catalogue({ storefront, category }: { storefront: StorefrontName; category: string | undefined }) {
  const texts = STOREFRONT_TEXTS[storefront];
  const [openId, setOpenId] = useState<number>();
  const { content, reload } = useLoaded(
    (signal) => loadCatalogue(storefront, signal),
    'Failed to load products.',
  );
  if (content.status === 'loading') return <StorefrontSkeleton text={texts.loading} isOverlay />;
  if (content.status === 'failed')
    return (
      <div className={styles.failure}>
        <Failure message={content.message} onRetry={reload} />
      </div>
    );
  return (
    <Storefront
      {...content.value}
      category={category}
      openId={openId}
      texts={texts}
      onChoose={showCategory}
      onOpen={setOpenId}
      onReload={reload}
    />
  );
}

/** The products don't wait for the operator's choice, and a later one would move what is on screen. */
async function loadCatalogue(storefront: StorefrontName, signal: AbortSignal) {
  const choosing = storefront === 'shop' ? loadFeatured({ signal }) : undefined;
  const products = await loadProducts(storefront, { signal });
  const choice = await Promise.race([choosing, pause(PATIENCE_MS)]);
  return { products, featuredId: choice?.featuredId };
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
}

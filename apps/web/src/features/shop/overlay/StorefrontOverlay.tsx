import { listProducts } from '@waygate/contract/products/products.endpoints';
import type { Storefront as StorefrontName } from '@waygate/contract/products/products.schemas';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { useLoaded } from '#api/use-loaded.ts';
import { type OpenStorefront, showCategory } from '#features/shop/storefront-overlay.ts';
import { STOREFRONT_TEXTS } from '#features/shop/storefront-texts.ts';
import { Storefront } from '#features/shop/Storefront.tsx';
import { StorefrontSkeleton } from '#features/shop/StorefrontSkeleton.tsx';
import { Failure } from '#ui/Failure.tsx';
import { OverlayFrame } from './OverlayFrame.tsx';
import styles from './StorefrontOverlay.module.css';

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
  const { content, reload } = useLoaded(async (signal) => {
    const { products } = await call(listProducts, { query: { storefront } }, { signal });
    return products;
  }, 'Failed to load products.');
  if (content.status === 'loading') return <StorefrontSkeleton text={texts.loading} isOverlay />;
  if (content.status === 'failed')
    return (
      <div className={styles.failure}>
        <Failure message={content.message} onRetry={reload} />
      </div>
    );
  return (
    <Storefront
      products={content.value}
      category={category}
      openId={openId}
      texts={texts}
      onChoose={showCategory}
      onOpen={setOpenId}
      onReload={reload}
    />
  );
}

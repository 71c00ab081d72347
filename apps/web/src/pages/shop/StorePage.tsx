import { PAGES } from '@waygate/contract/site/pages';
import { useEffect, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import type { Loadable } from '#api/loadable.ts';
import { loadPart } from '#api/load-part.ts';
import { scenePicture } from '#features/page/page-meta.ts';
import { loadingPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
import { chargedPrice, findFeatured } from '#features/shop/catalogue.rules.ts';
import { pictureSourcesOf } from '#features/shop/GiftPicture.tsx';
import type { Shop } from '#features/shop/load-storefront.ts';
import { startingPrice } from '#features/shop/price-text.ts';
import { productJsonLd } from './product-json-ld.ts';
import { openDonations } from '#features/shop/storefront-overlay.ts';
import { SHOP_CLOSED, STOREFRONT_TEXTS } from '#features/shop/storefront-texts.ts';
import { Storefront, type StorefrontAddresses } from '#features/shop/Storefront.tsx';
import { StorefrontSkeleton } from '#features/shop/StorefrontSkeleton.tsx';
import { useSite } from '#features/site/SiteContext.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SERVER_LOCALE } from '#ui/time-text.ts';
import { useOnceHydrated } from '#ui/use-is-hydrated.ts';
import styles from './StorePage.module.css';

type StorePageProps = { content: Loadable<Shop>; retry: () => void };

const ADDRESSES: StorefrontAddresses = {
  ofCategory: (category) =>
    category === undefined ? paths.store : `${paths.store}?${new URLSearchParams({ category })}`,
  ofProduct: (productId) => `#product-${productId}`,
};

/** Behind the offer on phones, where it is the largest thing that is seen first. */
const OFFER_SCENE = { src: scenePicture('features', 'portrait'), media: '(width < 40rem)' };

/** The shop for everybody, also for search engines and without scripts. */
function StorePage(props: StorePageProps) {
  const { shop: isOpen } = useSite().features;
  return (
    <div className={styles.page}>
      <header className={styles.title}>
        <h1 className="gilded">{PAGES.store.title}</h1>
        <p>
          Coins, looks and packages for your account, delivered into the game.{' '}
          <button type="button" aria-haspopup="dialog" onClick={openDonations}>
            Coins, Club and packages: Donations
          </button>
        </p>
      </header>
      {!isOpen && <Notice tone="info">{SHOP_CLOSED}</Notice>}
      <Products {...props} />
    </div>
  );
}

function Products({ content, retry }: StorePageProps) {
  const { category, openId, close } = usePlace();
  if (content.status === 'loading') return <StorefrontSkeleton text={STOREFRONT_TEXTS.shop.loading} />;
  if (content.status === 'failed') return <Failure message={content.message} onRetry={retry} />;
  const { products, featuredId } = content.value;
  return (
    <Storefront
      products={products}
      featuredId={featuredId}
      category={category}
      openId={openId}
      texts={STOREFRONT_TEXTS.shop}
      addresses={ADDRESSES}
      onChoose={() => {}}
      onOpen={close}
      onReload={retry}
    />
  );
}

/** The category and the open product in the address. The server's HTML is the same for all of them. */
function usePlace() {
  const location = useLocation();
  const navigate = useNavigate();
  const search = useOnceHydrated(location.search, '');
  const hash = useOnceHydrated(location.hash, '');
  const [closedKey, setClosedKey] = useState('');
  const isClosed = closedKey === location.key;
  // The details of an address that somebody came with have no entry of the history below them.
  const isLeft = isClosed && isOpenedHere(location);
  // After the details are closed, whose entry goes first.
  useEffect(() => {
    if (isLeft) void navigate(-1);
  }, [isLeft, navigate]);
  return {
    category: new URLSearchParams(search).get('category') ?? undefined,
    openId: isClosed ? undefined : productIdOf(hash),
    close: () => setClosedKey(location.key),
  };
}

function productIdOf(hash: string): number | undefined {
  const [, id] = /^#product-(\d+)$/.exec(hash) ?? [];
  return id === undefined ? undefined : Number(id);
}

function isOpenedHere({ state }: Location<unknown>): boolean {
  return typeof state === 'object' && state !== null && 'isOpened' in state;
}

export const route = loadingPage({
  // The endpoints with their schemas are loaded here, because the first page comes with its products.
  load: async ({ fetch, signal }) => {
    const { loadShop } = await loadPart(import('#features/shop/load-storefront.ts'));
    return loadShop({ fetch, signal });
  },
  failureMessage: 'Failed to load products.',
  keepsContent: true,
  isIncomplete: ({ isUnknown }) => isUnknown,
  meta: (content, site) => {
    const { products, featuredId }: Pick<Shop, 'products' | 'featuredId'> =
      content.status === 'loaded' ? content.value : { products: [], featuredId: undefined };
    const offered = findFeatured(products, featuredId);
    const shown = offered ?? products[0];
    const start = startingPrice(products.map(chargedPrice), SERVER_LOCALE.locale);
    const [image] = shown ? pictureSourcesOf(shown) : [];
    return {
      title: PAGES.store.title,
      description: `Coins, looks and packages for your account in ${site.brandName}${products.length > 0 ? `, ${start}` : ''}.`,
      ...(image !== undefined && { image }),
      ...(offered && { preloadImages: [OFFER_SCENE] }),
      jsonLd:
        site.features.shop && products.length > 0
          ? () => productJsonLd(products, site, (id) => paths.store + ADDRESSES.ofProduct(id))
          : undefined,
    };
  },
  Page: StorePage,
});

import type { Product } from '@waygate/contract/products/products.schemas';
import { useRef, useState } from 'react';
import type { To } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { PurchaseDialog } from '#features/shop/purchase/PurchaseDialog.tsx';
import { usePurchase } from '#features/shop/purchase/use-purchase.ts';
import { usePurchases } from '#features/shop/purchase/use-purchases.ts';
import { useOnceHydrated } from '#ui/use-is-hydrated.ts';
import { type Category, findFeatured, groupByCategory, isOnOffer } from './catalogue.rules.ts';
import { CategoryBar } from './CategoryBar.tsx';
import { FeaturedOffer } from './FeaturedOffer.tsx';
import { NumberLocaleProvider } from './NumberLocale.tsx';
import { ProductDetails } from './ProductDetails.tsx';
import { ProductGrid } from './ProductGrid.tsx';
import styles from './Storefront.module.css';

/** Where a storefront's categories and products are in the page's address. */
export type StorefrontAddresses = {
  ofCategory: (category: string | undefined) => To;
  /** The hash at which a product's details are open. */
  ofProduct: (productId: number) => string;
};

type StorefrontProps = {
  products: Product[];
  /** The chosen one; undefined for all. */
  category: string | undefined;
  /** The product whose details are open. */
  openId: number | undefined;
  /** The operator's choice for the top. Without it, the sale that ends soonest is featured. */
  featuredId?: number | undefined;
  texts: { none: string; noneInCategory: string };
  /** In an overlay, the bar belongs to its header; on a page it stands below the featured offer, made of links. */
  addresses?: StorefrontAddresses;
  onChoose: (category: string | undefined) => void;
  onOpen: (productId: number | undefined) => void;
  onReload: () => void;
};

/** The featured offer, the categories and the cards of a storefront, with their purchase. */
export function Storefront(props: StorefrontProps) {
  return (
    <NumberLocaleProvider>
      <Catalogue {...props} />
    </NumberLocaleProvider>
  );
}

function Catalogue(props: StorefrontProps) {
  const { products, category, openId, featuredId, texts, addresses, onChoose, onOpen } = props;
  const { purchase, buy, choose, dismiss } = usePurchase();
  const purchases = usePurchases();
  const root = useRef<HTMLDivElement>(null);
  const { shown, refresh } = useShown(products);
  const categories = groupByCategory(shown);
  if (category === undefined && categories.length === 0)
    return <NoProducts text={texts.none} onReload={props.onReload} />;
  const processingId = purchase.status === 'processing' ? purchase.productId : undefined;
  const cardOf = (product: Product) => ({
    product,
    bought: purchases.get(product.productId) ?? 0,
    isProcessing: product.productId === processingId,
    isAnyProcessing: processingId !== undefined,
    hash: addresses?.ofProduct(product.productId),
    onOpen: () => onOpen(product.productId),
    onPay: () => buy(product),
    onSaleEnd: (hadFocus: boolean) => {
      // The card is removed; without this, focus would be lost.
      if (hadFocus)
        root.current?.querySelector<HTMLElement>('section[tabindex], section [tabindex]')?.focus();
      refresh();
    },
  });
  const chosen = findCategory(categories, category);
  const featured = category === undefined ? findFeatured(shown, featuredId) : undefined;
  const opened = shown.find(({ productId }) => productId === openId);
  const level = addresses ? 2 : 3;
  const bar = (
    <CategoryBar
      categories={categories}
      chosen={category}
      addressOf={addresses?.ofCategory}
      onChoose={(next) => {
        refresh();
        onChoose(next);
      }}
    />
  );
  return (
    <div ref={root} className={addresses ? styles.page : styles.overlay}>
      {!addresses && bar}
      {featured && <FeaturedOffer key={featured.productId} level={level} {...cardOf(featured)} />}
      {addresses && bar}
      <ProductGrid
        key={category}
        category={chosen}
        products={chosen?.products ?? shown.filter((product) => product !== featured)}
        emptyText={texts.noneInCategory}
        level={level}
        cardOf={cardOf}
      />
      {opened && <ProductDetails {...cardOf(opened)} onClose={() => onOpen(undefined)} />}
      {purchase.status !== 'idle' && (
        <PurchaseDialog purchase={purchase} onChoose={choose} onDismiss={dismiss} />
      )}
    </div>
  );
}

/** The products whose sale hasn't ended, as of the last look at the clock; before hydration, those of the server. */
function useShown(products: Product[]): { shown: Product[]; refresh: () => void } {
  const [now, setNow] = useState(() => Date.now());
  const onOffer = products.filter((product) => isOnOffer(product, now));
  const isChanged = useOnceHydrated(onOffer.length < products.length, false);
  return {
    shown: isChanged ? onOffer : products,
    refresh: () => setNow(Date.now()),
  };
}

function findCategory(categories: Category[], name: string | undefined): Category | undefined {
  if (name === undefined) return undefined;
  const empty = { name, icon: '', descriptionHtml: '', products: [] };
  return categories.find((category) => category.name === name) ?? empty;
}

function NoProducts({ text, onReload }: { text: string; onReload: () => void }) {
  return (
    <div className={styles.none}>
      <p>{text}</p>
      <Button look="secondary" onClick={onReload}>
        Reload
      </Button>
    </div>
  );
}

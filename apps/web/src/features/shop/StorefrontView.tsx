import { listProducts } from '@waygate/contract/products/products.endpoints';
import type { Product, Storefront } from '@waygate/contract/products/products.schemas';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { useLoaded } from '#api/use-loaded.ts';
import { Button } from '#ui/Button.tsx';
import { Failure } from '#ui/Failure.tsx';
import { groupByCategory, isOnOffer } from './catalogue.rules.ts';
import { CategoryGrid } from './CategoryGrid.tsx';
import { CategoryView } from './CategoryView.tsx';
import { PurchaseDialog } from './PurchaseDialog.tsx';
import { showCategory } from './storefront-overlay.ts';
import { StorefrontSkeleton } from './StorefrontSkeleton.tsx';
import styles from './StorefrontView.module.css';
import { usePurchase } from './use-purchase.ts';

type Texts = { loading: string; none: string; noneInCategory: string };

type StorefrontViewProps = { storefront: Storefront; category: string | undefined; texts: Texts };

/** The content of an overlay: the storefront's categories, or the gifts of one. */
export function StorefrontView({ storefront, category, texts }: StorefrontViewProps) {
  const { content, reload } = useLoaded(async (signal) => {
    const { products } = await call(listProducts, { query: { storefront } }, { signal });
    return products;
  }, 'Failed to load products.');
  switch (content.status) {
    case 'loading':
      return <StorefrontSkeleton text={texts.loading} />;
    case 'failed':
      return (
        <div className={styles.failure}>
          <Failure message={content.message} onRetry={reload} />
        </div>
      );
    case 'loaded':
      return <Catalogue products={content.value} category={category} texts={texts} onReload={reload} />;
  }
}

type CatalogueProps = {
  products: Product[];
  category: string | undefined;
  texts: Texts;
  onReload: () => void;
};

function Catalogue({ products, category, texts, onReload }: CatalogueProps) {
  const { purchase, buy, choose, dismiss } = usePurchase();
  const [lastCategory, setLastCategory] = useState(category);
  // Read again in each view and when a visible sale ends.
  const [now, setNow] = useState(() => Date.now());
  const categories = groupByCategory(products.filter((product) => isOnOffer(product, now)));
  function openCategory(next: string | undefined) {
    setNow(Date.now());
    setLastCategory(next ?? category);
    showCategory(next);
  }
  if (category === undefined && categories.length === 0)
    return <NoProducts text={texts.none} onReload={onReload} />;
  return (
    <>
      <div key={category} className={styles.view}>
        {category === undefined ? (
          <CategoryGrid categories={categories} focusOn={lastCategory} onChoose={openCategory} />
        ) : (
          <CategoryView
            category={
              categories.find(({ name }) => name === category) ?? {
                name: category,
                icon: '',
                descriptionHtml: '',
                products: [],
              }
            }
            emptyText={texts.noneInCategory}
            purchase={purchase}
            onBuy={buy}
            onBack={() => openCategory(undefined)}
            onSaleEnd={() => setNow(Date.now())}
          />
        )}
      </div>
      {purchase.status !== 'idle' && (
        <PurchaseDialog purchase={purchase} onChoose={choose} onDismiss={dismiss} />
      )}
    </>
  );
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

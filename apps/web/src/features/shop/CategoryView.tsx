import type { Product } from '@waygate/contract/products/products.schemas';
import { ArrowLeft } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { Prose } from '#ui/Prose.tsx';
import type { Category } from './catalogue.rules.ts';
import styles from './CategoryView.module.css';
import { GiftCard } from './GiftCard.tsx';
import { countStyle } from './count-style.ts';
import type { Purchase } from './use-purchase.ts';

type CategoryViewProps = {
  category: Category;
  emptyText: string;
  purchase: Purchase;
  onBuy: (product: Product) => void;
  onBack: () => void;
  onSaleEnd: () => void;
};

/** The gifts of one category. */
export function CategoryView({ category, emptyText, purchase, onBuy, onBack, onSaleEnd }: CategoryViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed tile is gone: focus moves to the heading, which screen readers announce.
  useLayoutEffect(() => heading.current?.focus(), []);
  const count = category.products.length;
  const processingId = purchase.status === 'processing' ? purchase.productId : undefined;
  return (
    <div className={styles.view}>
      <Button look="secondary" className={styles.back} onClick={onBack}>
        <ArrowLeft aria-hidden size={18} /> Back to Categories
      </Button>
      <div className={styles.header}>
        <h3 ref={heading} tabIndex={-1}>
          {category.name}
        </h3>
        {category.descriptionHtml.trim() && <Prose html={category.descriptionHtml} isCompact />}
      </div>
      {count === 0 && <p className={styles.empty}>{emptyText}</p>}
      <ul className={styles.grid} style={countStyle(count)}>
        {category.products.map((product) => (
          <li key={product.productId}>
            <GiftCard
              product={product}
              isProcessing={product.productId === processingId}
              isAnyProcessing={processingId !== undefined}
              onPay={() => onBuy(product)}
              onSaleEnd={(hadFocus) => {
                // The card is removed; without this, focus would be lost.
                if (hadFocus) heading.current?.focus();
                onSaleEnd();
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

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
  onBuy: (productId: number) => void;
  onBack: () => void;
};

/** The gifts of one category. */
export function CategoryView({ category, emptyText, purchase, onBuy, onBack }: CategoryViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The tile that was pressed is gone: the keyboard goes on from here, and screen readers hear where they are.
  useLayoutEffect(() => heading.current?.focus(), []);
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
      {category.products.length === 0 && <p className={styles.empty}>{emptyText}</p>}
      <ul className={styles.grid} style={countStyle(category.products.length)}>
        {category.products.map((product) => (
          <li key={product.productId}>
            <GiftCard
              product={product}
              isProcessing={product.productId === processingId}
              isAnyProcessing={processingId !== undefined}
              onPay={() => onBuy(product.productId)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

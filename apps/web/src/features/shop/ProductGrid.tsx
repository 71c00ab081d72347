import type { Product } from '@waygate/contract/products/products.schemas';
import { useLayoutEffect, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Prose } from '#ui/Prose.tsx';
import { type Category, chargedPrice } from './catalogue.rules.ts';
import { GiftCard, type GiftCardProps } from './GiftCard.tsx';
import { useNumberLocale } from './NumberLocale.tsx';
import { startingPrice } from './price-text.ts';
import styles from './ProductGrid.module.css';

/** Up to so many cards lie down and use the width. */
const FEW = 3;

type ProductGridProps = {
  /** The chosen category; undefined for all products. */
  category: Category | undefined;
  products: Product[];
  emptyText: string;
  /** Of the category's heading. */
  level: 2 | 3;
  cardOf: (product: Product) => Omit<GiftCardProps, 'level' | 'isLying'>;
};

/** The cards of one category with its description, or of all. */
export function ProductGrid({ category, products, emptyText, level, cardOf }: ProductGridProps) {
  const isLying = products.length <= FEW;
  const cardLevel = level === 2 ? 3 : 4;
  return (
    <section
      // Takes the focus of a card that disappears, where there is no heading.
      tabIndex={category ? undefined : -1}
      className={styles.section}
      aria-label={category?.name ?? 'All products'}
    >
      {category && <CategoryHeader category={category} level={level} />}
      {category && products.length === 0 && <p className={styles.empty}>{emptyText}</p>}
      <ul className={classNames(styles.grid, isLying && styles.few)}>
        {products.map((product) => (
          <li key={product.productId}>
            <GiftCard {...cardOf(product)} level={category ? cardLevel : level} isLying={isLying} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CategoryHeader({
  category: { name, descriptionHtml, products },
  level,
}: {
  category: Category;
  level: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  const heading = useRef<HTMLHeadingElement>(null);
  const locale = useNumberLocale();
  // The category was just chosen: screen readers announce its heading.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.header}>
      <Heading ref={heading} tabIndex={-1}>
        {name}
      </Heading>
      {products.length > 1 && (
        <p className={styles.start}>{startingPrice(products.map(chargedPrice), locale)}</p>
      )}
      {descriptionHtml.trim() && <Prose html={descriptionHtml} isCompact />}
    </div>
  );
}

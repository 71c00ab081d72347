import type { Product } from '@waygate/contract/products/products.schemas';
import { Check } from 'lucide-react';
import { type Ownership, stockText } from './catalogue.rules.ts';
import { discountPercent } from './price-text.ts';
import styles from './ProductBadges.module.css';

/** What a gift's picture says: the discount, that the player has it, and that few are left. */
export function ProductBadges({ product, ownership }: { product: Product; ownership: Ownership }) {
  const stock = stockText(product);
  const discount = discountPercent(product);
  return (
    <div className={styles.badges}>
      {discount > 0 && <p className={styles.discount}>−{discount} %</p>}
      {ownership === 'owned' && (
        <p className={styles.owned}>
          <Check aria-hidden size={16} /> You own this
        </p>
      )}
      {stock && <p className={styles.stock}>{stock}</p>}
    </div>
  );
}

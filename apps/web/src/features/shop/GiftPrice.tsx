import type { Product } from '@waygate/contract/products/products.schemas';
import styles from './GiftPrice.module.css';
import { priceText } from './price-text.ts';

/** A gift's price; an old price is struck through and announced as old. */
export function GiftPrice({ product: { price, newPrice } }: { product: Product }) {
  if (newPrice === null) return <p className={styles.price}>{priceText(price)}</p>;
  return (
    <p className={styles.price}>
      <span className="visually-hidden">Now </span>
      {priceText(newPrice)}{' '}
      <del className={styles.old}>
        <span className="visually-hidden">instead of </span>
        {priceText(price)}
      </del>
    </p>
  );
}

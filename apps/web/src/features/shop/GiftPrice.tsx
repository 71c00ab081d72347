import type { Product } from '@waygate/contract/products/products.schemas';
import styles from './GiftPrice.module.css';
import { useNumberLocale } from './NumberLocale.tsx';
import { formatEuro } from './price-text.ts';

/** A gift's price; an old price is struck through and announced as old. */
export function GiftPrice({ product: { price, newPrice } }: { product: Product }) {
  const locale = useNumberLocale();
  if (newPrice === null)
    return (
      <p className={styles.price}>
        <b>{formatEuro(price, locale)}</b>
      </p>
    );
  return (
    <p className={styles.price}>
      <del>
        <span className="visually-hidden">formerly </span>
        {formatEuro(price, locale)}
      </del>{' '}
      <b>
        <span className="visually-hidden">now </span>
        {formatEuro(newPrice, locale)}
      </b>
    </p>
  );
}

import type { Offer } from '@waygate/contract/home/home.schemas';
import { Tag } from 'lucide-react';
import { Link } from 'react-router';
import { mediaUrl } from '#api/media-url.ts';
import { paths } from '#features/paths/paths.ts';
import { discountPercent, formatEuro } from '#features/shop/price-text.ts';
import { findTimeLeft } from '#features/shop/sale/sale-countdown.rules.ts';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import { briefTimeLeft } from '#features/landing/event.rules.ts';
import styles from './HappeningNow.module.css';
import { useLocale } from '#features/landing/use-locale.ts';

const DEFAULT_PICTURE = '/assets/images/shop/default.png';

/** A product with its price and what is left of its sale; leads to its details in the shop. */
export function OfferCard({ offer, now }: { offer: Offer; now: number }) {
  const { productId, name, imageUrl, contents, price, newPrice, saleEndDate } = offer;
  const locale = useLocale();
  const percent = discountPercent(offer);
  const left = findTimeLeft(Date.parse(saleEndDate ?? ''), now);
  return (
    <article className={styles.card}>
      <div className={styles.product}>
        <OptionalImage
          src={imageUrl === null ? DEFAULT_PICTURE : productUrl(imageUrl)}
          alt=""
          width="512"
          height="512"
          loading="lazy"
          decoding="async"
        />
        {percent > 0 && <span className={styles.cut}>−{percent} %</span>}
      </div>
      <div className={styles.text}>
        <p className={styles.kind}>
          <Tag aria-hidden size={18} />
          <span>{left ? `Offer, ${briefTimeLeft(left)} left` : 'Offer'}</span>
        </p>
        <h3>
          <Link to={`${paths.store}#product-${productId}`}>{name}</Link>
        </h3>
        {contents.length > 1 && <p className={styles.snippet}>{contents.join(', ')}</p>}
        <p className={styles.price}>
          {newPrice !== null && (
            <del>
              <span className="visually-hidden">formerly </span>
              {formatEuro(price, locale)}
            </del>
          )}{' '}
          <b>{formatEuro(newPrice ?? price, locale)}</b>
        </p>
      </div>
    </article>
  );
}

/** A root-relative address belongs to the site; others are uploads. */
function productUrl(address: string): string {
  return address.startsWith('/') ? address : mediaUrl(address);
}

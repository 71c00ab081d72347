import type { Product } from '@waygate/contract/products/products.schemas';
import { useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Prose } from '#ui/Prose.tsx';
import { ownershipOf } from './catalogue.rules.ts';
import styles from './GiftCard.module.css';
import { GiftPicture } from './GiftPicture.tsx';
import { GiftPurchase } from './GiftPurchase.tsx';
import { GrantList } from './GrantList.tsx';
import { Processing } from './Processing.tsx';
import { ProductBadges } from './ProductBadges.tsx';
import { ProductName } from './ProductName.tsx';
import { SaleCountdown } from '#features/shop/sale/SaleCountdown.tsx';

export type GiftCardProps = {
  product: Product;
  /** Of its heading. */
  level: 2 | 3 | 4;
  /** How many of it the player has bought. */
  bought?: number;
  /** Whether the picture is next to the text, for few cards. */
  isLying?: boolean;
  /** Whether this gift's checkout is being started. */
  isProcessing: boolean;
  /** Whether any gift's checkout is being started. */
  isAnyProcessing: boolean;
  /** The part of the page's address that names it. */
  hash?: string | undefined;
  onOpen?: (() => void) | undefined;
  onPay: () => void;
  onSaleEnd: (hadFocus: boolean) => void;
};

/** One gift with its contents, price, sale and pay button. */
export function GiftCard({ level, isLying = false, hash, onOpen, onSaleEnd, ...props }: GiftCardProps) {
  const { product, bought = 0, isProcessing } = props;
  const { description, descriptionHtml, grants, isSale, saleEndDate } = product;
  const card = useRef<HTMLElement>(null);
  const ownership = ownershipOf(product, bought);
  return (
    <article
      ref={card}
      id={hash?.slice(1)}
      className={classNames(styles.card, isLying && styles.lying)}
      data-dimmed={ownership !== 'none' || product.stock === 0 || undefined}
      aria-busy={isProcessing || undefined}
    >
      <div className={styles.top}>
        <GiftPicture product={product} />
        <ProductBadges product={product} ownership={ownership} />
        {isSale && saleEndDate !== null && (
          <div className={styles.sale}>
            <SaleCountdown
              endsAt={saleEndDate}
              look="line"
              onEnd={() => onSaleEnd(card.current?.contains(document.activeElement) ?? false)}
            />
          </div>
        )}
      </div>
      <div className={styles.text}>
        <ProductName product={product} level={level} hash={hash} onOpen={onOpen} />
        <GrantList grants={grants} isInline />
        {description.trim() && (
          <div className={styles.description}>
            <Prose html={descriptionHtml} isCompact />
          </div>
        )}
      </div>
      <GiftPurchase {...props} hash={hash} className={styles.purchase} />
      {isProcessing && <Processing />}
    </article>
  );
}

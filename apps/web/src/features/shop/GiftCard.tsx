import type { Product } from '@waygate/contract/products/products.schemas';
import { useRef } from 'react';
import { Prose } from '#ui/Prose.tsx';
import { isUnavailable, stockText } from './catalogue.rules.ts';
import styles from './GiftCard.module.css';
import { GiftPicture } from './GiftPicture.tsx';
import { GiftPrice } from './GiftPrice.tsx';
import { GrantList } from './GrantList.tsx';
import { PayAction } from './PayAction.tsx';
import { discountPercent } from './price-text.ts';
import { SaleCountdown } from './SaleCountdown.tsx';

type GiftCardProps = {
  product: Product;
  /** Whether this gift's checkout is being started. */
  isProcessing: boolean;
  /** Whether any gift's checkout is being started. */
  isAnyProcessing: boolean;
  onPay: () => void;
  onSaleEnd: (hadFocus: boolean) => void;
};

/** One gift with its contents, price, sale and pay button. */
export function GiftCard({ product, isProcessing, isAnyProcessing, onPay, onSaleEnd }: GiftCardProps) {
  const { name, newName, description, descriptionHtml, grants, isSale, saleEndDate, accountLimit } = product;
  const card = useRef<HTMLElement>(null);
  const stock = stockText(product);
  const discount = discountPercent(product);
  return (
    <article ref={card} className={styles.card} aria-busy={isProcessing || undefined}>
      <div className={styles.top}>
        <GiftPicture product={product} />
        {discount > 0 && <p className={styles.discount}>−{discount} %</p>}
        {stock && <p className={styles.stock}>{stock}</p>}
      </div>
      <div className={styles.text}>
        <h4>
          {newName || name}
          {newName && (
            <>
              {' '}
              <del className={styles.oldName}>
                <span className="visually-hidden">formerly </span>
                {name}
              </del>
            </>
          )}
        </h4>
        {description.trim() && <Prose html={descriptionHtml} isCompact />}
        <GrantList grants={grants} />
      </div>
      <div className={styles.purchase}>
        {isSale && saleEndDate !== null && (
          <SaleCountdown
            endsAt={saleEndDate}
            onEnd={() => onSaleEnd(card.current?.contains(document.activeElement) ?? false)}
          />
        )}
        <div className={styles.terms}>
          <GiftPrice product={product} />
          {accountLimit !== null && <p className={styles.limit}>{accountLimit} per account</p>}
        </div>
        <PayAction
          productName={newName || name}
          isSoldOut={product.stock === 0}
          isUnavailable={isUnavailable(product)}
          isDisabled={isAnyProcessing}
          onPay={onPay}
        />
      </div>
      {isProcessing && <p className={styles.processing}>Processing...</p>}
    </article>
  );
}

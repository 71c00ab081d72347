import type { Product } from '@waygate/contract/products/products.schemas';
import { useState } from 'react';
import { Prose } from '#ui/Prose.tsx';
import { discountPercent, isOnOffer, stockText } from './catalogue.rules.ts';
import styles from './GiftCard.module.css';
import { GiftPicture } from './GiftPicture.tsx';
import { GiftPrice } from './GiftPrice.tsx';
import { GrantList } from './GrantList.tsx';
import { PayAction } from './PayAction.tsx';
import { SaleCountdown } from './SaleCountdown.tsx';

type GiftCardProps = {
  product: Product;
  /** Whether this gift's checkout is being started. */
  isProcessing: boolean;
  /** Whether any gift's is. */
  isAnyProcessing: boolean;
  onPay: () => void;
};

/** One gift with everything one wants to know before paying. */
export function GiftCard({ product, isProcessing, isAnyProcessing, onPay }: GiftCardProps) {
  const { name, newName, description, descriptionHtml, grants, isSale, saleEndDate, accountLimit } = product;
  const [isEnded, setIsEnded] = useState(() => !isOnOffer(product, Date.now()));
  const stock = stockText(product);
  const discount = isEnded ? 0 : discountPercent(product);
  return (
    <article className={styles.card} aria-busy={isProcessing || undefined}>
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
        {isSale && saleEndDate !== null && !isEnded && (
          <SaleCountdown endsAt={saleEndDate} onEnd={() => setIsEnded(true)} />
        )}
        <div className={styles.terms}>
          <GiftPrice product={product} />
          {accountLimit !== null && <p className={styles.limit}>{accountLimit} per account</p>}
        </div>
        <PayAction
          productName={newName || name}
          isEnded={isEnded}
          isSoldOut={product.stock === 0}
          isDisabled={isAnyProcessing}
          onPay={onPay}
        />
      </div>
      {isProcessing && <p className={styles.processing}>Processing...</p>}
    </article>
  );
}

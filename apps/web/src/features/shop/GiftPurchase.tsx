import type { ReactNode } from 'react';
import { limitText, ownershipOf } from './catalogue.rules.ts';
import type { GiftCardProps } from './GiftCard.tsx';
import styles from './GiftPurchase.module.css';
import { GiftPrice } from './GiftPrice.tsx';
import { PayAction } from './PayAction.tsx';

type GiftPurchaseProps = Pick<GiftCardProps, 'product' | 'bought' | 'isAnyProcessing' | 'hash' | 'onPay'> & {
  className: string | undefined;
  /** Whether its button is the main one of what is shown. */
  isMain?: boolean;
  children?: ReactNode;
};

/** A gift's price, limit and button in one line. */
export function GiftPurchase({
  product,
  bought = 0,
  isAnyProcessing,
  hash = '',
  onPay,
  className,
  isMain = false,
  children,
}: GiftPurchaseProps) {
  const limit = limitText(product, bought);
  return (
    <div className={className}>
      <div>
        <GiftPrice product={product} />
        {limit && <p className={styles.limit}>{limit}</p>}
      </div>
      <PayAction
        product={product}
        ownership={ownershipOf(product, bought)}
        isDisabled={isAnyProcessing}
        isMain={isMain}
        hash={hash}
        onPay={onPay}
      />
      {children}
    </div>
  );
}

import { Dialog } from '#ui/Dialog.tsx';
import { Prose } from '#ui/Prose.tsx';
import { ownershipOf } from './catalogue.rules.ts';
import type { GiftCardProps } from './GiftCard.tsx';
import { GiftPicture } from './GiftPicture.tsx';
import { GiftPurchase } from './GiftPurchase.tsx';
import { GrantList } from './GrantList.tsx';
import { ProductBadges } from './ProductBadges.tsx';
import styles from './ProductDetails.module.css';
import { SaleCountdown } from '#features/shop/sale/SaleCountdown.tsx';

type ProductDetailsProps = Pick<
  GiftCardProps,
  'product' | 'bought' | 'isAnyProcessing' | 'hash' | 'onPay'
> & {
  onClose: () => void;
};

/** Everything about one gift. */
export function ProductDetails({ onClose, ...props }: ProductDetailsProps) {
  const { product, bought = 0 } = props;
  const { name, newName, description, descriptionHtml, grants, isSale, saleEndDate } = product;
  return (
    <Dialog title={newName || name} isWide onClose={onClose}>
      <div className={styles.details}>
        <div className={styles.art}>
          <GiftPicture product={product} isEager />
          <ProductBadges product={product} ownership={ownershipOf(product, bought)} />
        </div>
        <div className={styles.text}>
          {description.trim() && <Prose html={descriptionHtml} isCompact />}
          <GrantList grants={grants} />
          {isSale && saleEndDate !== null && (
            <SaleCountdown endsAt={saleEndDate} look="boxes" onEnd={onClose} />
          )}
          <GiftPurchase {...props} className={styles.purchase} isMain />
        </div>
      </div>
    </Dialog>
  );
}

import { Sparkles } from 'lucide-react';
import { useRef } from 'react';
import { Prose } from '#ui/Prose.tsx';
import { ownershipOf } from './catalogue.rules.ts';
import styles from './FeaturedOffer.module.css';
import type { GiftCardProps } from './GiftCard.tsx';
import { GiftPicture } from './GiftPicture.tsx';
import { GiftPurchase } from './GiftPurchase.tsx';
import { GrantList } from './GrantList.tsx';
import { Processing } from './Processing.tsx';
import { ProductBadges } from './ProductBadges.tsx';
import { ProductName } from './ProductName.tsx';
import { SaleCountdown } from '#features/shop/sale/SaleCountdown.tsx';

/** The gift on top of a storefront, on one of the brand's scenes. */
export function FeaturedOffer({ level, hash, onOpen, onSaleEnd, ...props }: Omit<GiftCardProps, 'isLying'>) {
  const { product, bought = 0, isProcessing } = props;
  const { description, descriptionHtml, grants, isSale, saleEndDate } = product;
  const offer = useRef<HTMLElement>(null);
  return (
    <article
      ref={offer}
      id={hash?.slice(1)}
      className={styles.offer}
      aria-label="Featured offer"
      aria-busy={isProcessing || undefined}
    >
      <div className={styles.art}>
        <GiftPicture product={product} isEager />
        <ProductBadges product={product} ownership={ownershipOf(product, bought)} />
      </div>
      <div className={styles.text}>
        <p className={styles.kind}>
          <Sparkles aria-hidden size={18} /> Featured offer
        </p>
        <ProductName product={product} level={level} hash={hash} onOpen={onOpen} />
        {description.trim() && (
          <div className={styles.description}>
            <Prose html={descriptionHtml} isCompact />
          </div>
        )}
        <GrantList grants={grants} isInline />
        <GiftPurchase {...props} hash={hash} className={styles.purchase} isMain>
          {isSale && saleEndDate !== null && (
            <SaleCountdown
              endsAt={saleEndDate}
              look="boxes"
              onEnd={() => onSaleEnd(offer.current?.contains(document.activeElement) ?? false)}
            />
          )}
        </GiftPurchase>
      </div>
      {isProcessing && <Processing />}
    </article>
  );
}

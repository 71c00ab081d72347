import { useId, useState } from 'react';
import { useMarkdownPreview } from '#features/admin/editor/use-markdown-preview.ts';
import { GiftCard } from '#features/shop/GiftCard.tsx';
import type { ProductForm } from './product-form.rules.ts';
import { shownProduct } from './product-preview.rules.ts';
import styles from './ProductPreview.module.css';

type ProductPreviewProps = { form: ProductForm; productId: number | undefined };

/** The card as players see it, while it is being written. Nothing on it can be pressed. */
export function ProductPreview({ form, productId }: ProductPreviewProps) {
  const id = useId();
  const { html = '', error, isOutdated } = useMarkdownPreview(form.description);
  const [endedSale, setEndedSale] = useState('');
  const isEnded = form.isSale && form.saleEndDate !== '' && form.saleEndDate === endedSale;
  const product = shownProduct(form, { productId, descriptionHtml: html });
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>As players see it</h3>
      <div inert aria-busy={isOutdated || undefined}>
        <GiftCard
          // The card looks at these once: another sale or picture begins it anew.
          key={JSON.stringify([product.isSale, product.saleEndDate, product.isCustomIcon])}
          product={product}
          isProcessing={false}
          isAnyProcessing={false}
          onPay={doNothing}
          onSaleEnd={() => setEndedSale(form.saleEndDate)}
        />
      </div>
      {error && <p className={styles.note}>The description could not be rendered just now.</p>}
      {isEnded && <p className={styles.note}>Its sale has ended: players do not see it.</p>}
      {!form.isListed && <p className={styles.note}>It is hidden: players do not see it.</p>}
    </section>
  );
}

function doNothing(): void {}

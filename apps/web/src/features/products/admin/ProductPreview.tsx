import { useId, useState } from 'react';
import { useMarkdownPreview } from '#features/admin/editor/use-markdown-preview.ts';
import { GiftCard } from '#features/shop/GiftCard.tsx';
import type { ProductForm } from './product-form.rules.ts';
import { shownProduct } from './product-preview.rules.ts';
import styles from './ProductPreview.module.css';

type ProductPreviewProps = { form: ProductForm; productId: number | undefined };

/** An inert preview of the card as players see it. */
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
          // The card reads these once, so another sale or picture remounts it.
          key={JSON.stringify([product.isSale, product.saleEndDate, product.isCustomIcon])}
          product={product}
          level={4}
          isProcessing={false}
          isAnyProcessing={false}
          onPay={doNothing}
          onSaleEnd={() => setEndedSale(form.saleEndDate)}
        />
      </div>
      {error && <p className={styles.note}>The description couldn't be rendered.</p>}
      {isEnded && <p className={styles.note}>The sale has ended, so players don't see this product.</p>}
      {!form.isListed && <p className={styles.note}>It's hidden, so players don't see it.</p>}
    </section>
  );
}

function doNothing(): void {}

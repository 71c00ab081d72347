import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import type { Submission } from '#api/use-submit.ts';
import { LibraryPictureField } from '#features/picture-library/admin/LibraryPictureField.tsx';
import { GiftPicture } from '#features/shop/GiftPicture.tsx';
import styles from './PictureField.module.css';
import type { ProductFieldsProps } from './ProductEditor.tsx';
import { shownProduct } from './product-preview.rules.ts';

type PictureFieldProps = ProductFieldsProps & { product: AdminProduct | undefined; upload: Submission };

/** The product's picture: an uploaded one, or the product's default. */
export function PictureField({ form, errors, onChange, product, upload }: PictureFieldProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Picture</legend>
      <LibraryPictureField
        label="Upload a picture"
        name="image"
        shown={form.isCustomIcon}
        upload={upload}
        error={errors.isCustomIcon}
        preview={
          <div className={styles.picture} aria-busy={upload.isBusy || undefined}>
            <GiftPicture
              // Remounted for another address, so that an earlier failure is forgotten.
              key={form.isCustomIcon}
              product={shownProduct(form, { productId: product?.productId, descriptionHtml: '' })}
            />
          </div>
        }
        removeLabel={product ? "Use the product's own picture" : 'Remove the picture'}
        onUploaded={({ url }) => onChange({ isCustomIcon: url })}
        onTaken={({ url }) => onChange({ isCustomIcon: url })}
        onRemove={() => onChange({ isCustomIcon: '' })}
      />
    </fieldset>
  );
}

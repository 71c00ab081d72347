import { uploadImage } from '@waygate/contract/media/media.endpoints';
import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { useId, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { GiftPicture } from '#features/shop/GiftPicture.tsx';
import { Button } from '#ui/Button.tsx';
import styles from './PictureField.module.css';
import type { ProductFieldsProps } from './ProductEditor.tsx';
import groupStyles from './ProductEditor.module.css';
import { shownProduct } from './product-preview.rules.ts';

type PictureFieldProps = ProductFieldsProps & { product: AdminProduct | undefined };

/** The product's picture: an uploaded one, or the product's default. */
export function PictureField({ form, errors, onChange, product }: PictureFieldProps) {
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const error = failure || errors.isCustomIcon;
  const upload = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (!file) return;
    setIsBusy(true);
    setFailure('');
    try {
      const { url } = await call(uploadImage, {}, { file });
      onChange({ isCustomIcon: url });
    } catch (caught) {
      setFailure(messageOf(caught, "The picture couldn't be uploaded."));
    }
    // So that the same file can be chosen again after a failure.
    input.value = '';
    setIsBusy(false);
  };
  return (
    <fieldset className={groupStyles.group}>
      <legend>Picture</legend>
      <div className={styles.picture} aria-busy={isBusy || undefined}>
        <GiftPicture
          // Remounted for another address, so that an earlier failure is forgotten.
          key={form.isCustomIcon}
          product={shownProduct(form, { productId: product?.productId, descriptionHtml: '' })}
        />
      </div>
      <div className={styles.choice}>
        <label htmlFor={id}>Upload a picture</label>
        <input
          id={id}
          type="file"
          name="image"
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          disabled={isBusy}
          onChange={({ target }) => void upload(target)}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          {isBusy ? 'Uploading…' : 'JPEG, PNG, WebP or AVIF, at most 5 MB.'}
        </p>
        {error && (
          <p id={`${id}-error`} role="alert" className={styles.error}>
            {error}
          </p>
        )}
        {form.isCustomIcon !== '' && (
          <Button look="secondary" disabled={isBusy} onClick={() => onChange({ isCustomIcon: '' })}>
            {product ? "Use the product's own picture" : 'Remove the picture'}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

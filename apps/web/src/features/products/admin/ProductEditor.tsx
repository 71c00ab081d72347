import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import type { Submission } from '#api/use-submit.ts';
import type { FieldsProps } from '#features/admin/records/field-props.ts';
import { GrantsField } from './GrantsField.tsx';
import { PictureField } from './PictureField.tsx';
import { PriceFields } from './PriceFields.tsx';
import styles from './ProductEditor.module.css';
import { ProductPreview } from './ProductPreview.tsx';
import type { ProductForm } from './product-form.rules.ts';
import { ShelfFields } from './ShelfFields.tsx';
import { TextFields } from './TextFields.tsx';

export type ProductFieldsProps = FieldsProps<ProductForm>;

/** The product's fields next to a preview of its card. */
export function ProductEditor({
  product,
  upload,
  ...fields
}: ProductFieldsProps & { product: AdminProduct | undefined; upload: Submission }) {
  return (
    <div className={styles.editor}>
      <div className={styles.fields}>
        <TextFields {...fields} />
        <PriceFields {...fields} />
        <ShelfFields {...fields} />
        <PictureField {...fields} product={product} upload={upload} />
        <GrantsField {...fields} />
      </div>
      <ProductPreview form={fields.form} productId={product?.productId} />
    </div>
  );
}

import { updateProduct } from '@waygate/contract/products/products.admin.endpoints';
import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { useEffect, useEffectEvent } from 'react';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import { usePictureOf } from '#features/picture-library/admin/use-picture-of.ts';
import { comparedFields } from './compared-fields.ts';
import { ProductEditor } from './ProductEditor.tsx';
import { findProductFault, PRODUCT_MERGES, productBodyOf, productFormOf } from './product-form.rules.ts';
import { CATALOGUE_KEYS, useCategories } from './use-categories.ts';

type EditProductDialogProps = {
  product: AdminProduct;
  /** Opens with 'Listed' unticked, which hides it from players once it is saved. */
  isHiding?: boolean;
  onClose: () => void;
};

/** Edits a product. Existing orders don't change. */
export function EditProductDialog({ product, isHiding = false, onClose }: EditProductDialogProps) {
  const { data: categories = [] } = useCategories();
  const servers = useServerNames();
  const { upload, editing } = usePictureOf(
    useRecordForm({
      endpoint: updateProduct,
      record: product,
      params: { id: String(product.productId) },
      toForm: productFormOf,
      toBody: (form, { revision, stock }) => ({ ...productBodyOf(form), stockSeen: stock, revision }),
      validate: (form) => findProductFault(productBodyOf(form)),
      merges: PRODUCT_MERGES,
      drafted: ['name', 'description'],
      success: 'Product updated successfully!',
      failure: 'Failed to update product.',
      invalidates: CATALOGUE_KEYS,
      onSuccess: onClose,
    }),
  );
  const hide = useEffectEvent(() => {
    editing.change({ isListed: false });
    document.querySelector<HTMLElement>('dialog [name="isListed"]')?.focus();
  });
  useEffect(() => {
    if (isHiding) hide();
  }, [isHiding]);
  return (
    <EditRecordDialog
      title={`Edit ${product.name}`}
      editing={editing}
      compared={comparedFields(categories, servers)}
      isWide
      onClose={onClose}
    >
      <ProductEditor
        form={editing.form}
        product={editing.record}
        upload={upload}
        errors={editing.errors}
        onChange={editing.change}
      />
    </EditRecordDialog>
  );
}

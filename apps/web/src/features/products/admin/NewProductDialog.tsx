import { createProduct } from '@waygate/contract/products/products.admin.endpoints';
import { useState } from 'react';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useNewRecordForm } from '#features/admin/records/use-new-record-form.ts';
import { usePictureOf } from '#features/picture-library/admin/use-picture-of.ts';
import { ProductEditor } from './ProductEditor.tsx';
import { emptyProductForm, findProductFault, productBodyOf } from './product-form.rules.ts';
import { CATALOGUE_KEYS } from './use-categories.ts';

/** Creates a product. */
export function NewProductDialog({ onClose }: { onClose: () => void }) {
  const [blank] = useState(emptyProductForm);
  const { upload, editing } = usePictureOf(
    useNewRecordForm({
      endpoint: createProduct,
      blank,
      toBody: productBodyOf,
      validate: (form) => findProductFault(productBodyOf(form)),
      drafted: ['name', 'description'],
      success: 'Product created successfully!',
      failure: 'Failed to create product.',
      invalidates: CATALOGUE_KEYS,
      onSuccess: onClose,
    }),
  );
  return (
    <RecordDialog title="New product" editing={editing} isWide onClose={onClose}>
      <ProductEditor
        form={editing.form}
        product={undefined}
        upload={upload}
        errors={editing.errors}
        onChange={editing.change}
      />
    </RecordDialog>
  );
}

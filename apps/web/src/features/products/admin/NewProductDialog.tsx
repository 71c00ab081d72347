import { createProduct } from '@waygate/contract/products/products.admin.endpoints';
import { useState } from 'react';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useNewRecordForm } from '#features/admin/records/use-new-record-form.ts';
import { ProductEditor } from './ProductEditor.tsx';
import { emptyProductForm, findProductFault, productBodyOf } from './product-form.rules.ts';
import { CATALOGUE_KEYS } from './use-categories.ts';

/** Creates a product. */
export function NewProductDialog({ onClose }: { onClose: () => void }) {
  const [blank] = useState(emptyProductForm);
  const making = useNewRecordForm({
    endpoint: createProduct,
    blank,
    toBody: productBodyOf,
    validate: (form) => findProductFault(productBodyOf(form)),
    success: 'Product created successfully!',
    failure: 'Failed to create product.',
    invalidates: CATALOGUE_KEYS,
    onSuccess: onClose,
  });
  return (
    <RecordDialog title="New product" editing={making} isWide onClose={onClose}>
      <ProductEditor form={making.form} product={undefined} errors={making.errors} onChange={making.change} />
    </RecordDialog>
  );
}

import { createProduct } from '@waygate/contract/products/products.admin.endpoints';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { ProductEditor } from './ProductEditor.tsx';
import { emptyProductForm, findProductFault, isSameForm, productBodyOf } from './product-form.rules.ts';
import { CATALOGUE_KEYS } from './use-categories.ts';

/** Puts a product up. */
export function NewProductDialog({ onClose }: { onClose: () => void }) {
  const [empty] = useState(emptyProductForm);
  const [form, setForm] = useState(empty);
  // Once it was found wrong, what is left to mend is told while it is mended.
  const [isTried, setIsTried] = useState(false);
  const fault = isTried ? findProductFault(productBodyOf(form)) : undefined;
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(createProduct, {
    success: 'Product created successfully!',
    failure: 'Failed to create product.',
    invalidates: CATALOGUE_KEYS,
    onSuccess: onClose,
  });
  const save = () => {
    const body = productBodyOf(form);
    const found = findProductFault(body);
    setIsTried(found !== undefined);
    if (found) return reset();
    void submit({ body });
  };
  return (
    <FormDialog
      title="New product"
      submitLabel="Create"
      isWide
      isBusy={isBusy}
      isDirty={!isSameForm(form, empty)}
      error={fault?.message ?? error}
      onSubmit={save}
      onClose={onClose}
    >
      <ProductEditor
        form={form}
        product={undefined}
        errors={fault?.fields ?? fieldErrors}
        onChange={(changes) => setForm((current) => ({ ...current, ...changes }))}
      />
    </FormDialog>
  );
}

import { updateProduct } from '@waygate/contract/products/products.admin.endpoints';
import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { EditConflict } from '#features/admin/records/EditConflict.tsx';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { comparedFields } from './compared-fields.ts';
import { ProductEditor } from './ProductEditor.tsx';
import {
  findProductFault,
  isSameForm,
  productBodyOf,
  type ProductForm,
  productFormOf,
  withStockOf,
} from './product-form.rules.ts';
import { CATALOGUE_KEYS, useCategories } from './use-categories.ts';

type EditProductDialogProps = { product: AdminProduct; onClose: () => void };

/** Changes a product. Orders keep what was bought as it was. */
export function EditProductDialog({ product: opened, onClose }: EditProductDialogProps) {
  const { data: categories = [] } = useCategories();
  // What the form is held against: the product as it was opened, or as somebody else has left it since.
  const [product, setProduct] = useState(opened);
  const [form, setForm] = useState(() => productFormOf(opened));
  // Once it was found wrong, what is left to mend is told while it is mended.
  const [isTried, setIsTried] = useState(false);
  const fault = isTried ? findProductFault(productBodyOf(form)) : undefined;
  const { isBusy, error, fieldErrors, conflict, submit, reset } = useAdminMutation(updateProduct, {
    success: 'Product updated successfully!',
    failure: 'Failed to update product.',
    invalidates: CATALOGUE_KEYS,
    onSuccess: onClose,
  });
  // Presented by the endpoint itself, in its own shape.
  const theirs = conflict as AdminProduct | undefined;
  const save = (written: ProductForm, { productId, revision, stock }: AdminProduct) => {
    const body = productBodyOf(written);
    const found = findProductFault(body);
    setIsTried(found !== undefined);
    if (found) return reset();
    void submit({ params: { id: String(productId) }, body: { ...body, stockSeen: stock, revision } });
  };
  // Units that were sold since are no change of this editor.
  const mine = theirs ? withStockOf(theirs, { form, opened: product }) : form;
  return (
    <FormDialog
      title={`Edit ${opened.name}`}
      submitLabel="Save"
      isWide
      isBusy={isBusy}
      isDirty={!isSameForm(form, productFormOf(product))}
      error={fault?.message ?? (theirs ? '' : error)}
      onSubmit={() => save(form, product)}
      onClose={onClose}
    >
      {theirs && (
        <EditConflict
          mine={mine}
          theirs={productFormOf(theirs)}
          fields={comparedFields({ mine, theirs: productFormOf(theirs), categories })}
          isBusy={isBusy}
          onKeepMine={() => {
            setProduct(theirs);
            setForm(mine);
            save(mine, theirs);
          }}
          onTakeTheirs={() => {
            setProduct(theirs);
            setForm(productFormOf(theirs));
            setIsTried(false);
            reset();
          }}
        />
      )}
      <ProductEditor
        form={form}
        product={product}
        errors={fault?.fields ?? fieldErrors}
        onChange={(changes) => setForm((current) => ({ ...current, ...changes }))}
      />
    </FormDialog>
  );
}

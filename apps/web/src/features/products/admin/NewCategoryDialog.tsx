import { createCategory } from '@waygate/contract/products/products.admin.endpoints';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { CategoryFields } from './CategoryFields.tsx';
import {
  categoryBodyOf,
  type CategoryFault,
  EMPTY_CATEGORY,
  findCategoryFault,
} from './category-form.rules.ts';
import { CATALOGUE_KEYS } from './use-categories.ts';

/** Sets up a category. */
export function NewCategoryDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(EMPTY_CATEGORY);
  const [fault, setFault] = useState<CategoryFault>();
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(createCategory, {
    success: 'Category created successfully!',
    failure: 'Failed to create category.',
    invalidates: CATALOGUE_KEYS,
    onSuccess: onClose,
  });
  const save = () => {
    const found = findCategoryFault(form);
    setFault(found);
    if (found) return reset();
    void submit({ body: categoryBodyOf(form) });
  };
  return (
    <FormDialog
      title="New category"
      submitLabel="Create"
      isBusy={isBusy}
      error={fault?.message ?? error}
      onSubmit={save}
      onClose={onClose}
    >
      <CategoryFields
        form={form}
        errors={fault?.fields ?? fieldErrors}
        onChange={(changes) => setForm((current) => ({ ...current, ...changes }))}
      />
    </FormDialog>
  );
}

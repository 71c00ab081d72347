import { updateCategory } from '@waygate/contract/products/products.admin.endpoints';
import type { AdminCategory } from '@waygate/contract/products/products.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { type ConflictField, EditConflict } from '#features/admin/records/EditConflict.tsx';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { CategoryFields } from './CategoryFields.tsx';
import {
  categoryBodyOf,
  type CategoryFault,
  type CategoryForm,
  categoryFormOf,
  findCategoryFault,
} from './category-form.rules.ts';
import { CATALOGUE_KEYS } from './use-categories.ts';

const COMPARED: ConflictField<CategoryForm>[] = [
  { label: 'Name', value: ({ name }) => name },
  { label: 'Icon', value: ({ icon }) => icon || 'Box' },
  { label: 'Description', value: ({ description }) => description },
  { label: 'Place', value: ({ position }) => position },
];

type EditCategoryDialogProps = { category: AdminCategory; onClose: () => void };

/** Changes a category. */
export function EditCategoryDialog({ category: opened, onClose }: EditCategoryDialogProps) {
  // What the form is held against: the category as it was opened, or as somebody else has left it since.
  const [category, setCategory] = useState(opened);
  const [form, setForm] = useState(() => categoryFormOf(opened));
  const [fault, setFault] = useState<CategoryFault>();
  const { isBusy, error, fieldErrors, conflict, submit, reset } = useAdminMutation(updateCategory, {
    success: 'Category updated successfully!',
    failure: 'Failed to update category.',
    invalidates: CATALOGUE_KEYS,
    onSuccess: onClose,
  });
  // Presented by the endpoint itself, in its own shape.
  const theirs = conflict as AdminCategory | undefined;
  const save = ({ categoryId, revision }: AdminCategory) => {
    const found = findCategoryFault(form);
    setFault(found);
    if (found) return reset();
    void submit({ params: { id: String(categoryId) }, body: { ...categoryBodyOf(form), revision } });
  };
  return (
    <FormDialog
      title={`Edit ${opened.name}`}
      submitLabel="Save"
      isBusy={isBusy}
      error={fault?.message ?? (theirs ? '' : error)}
      onSubmit={() => save(category)}
      onClose={onClose}
    >
      {theirs && (
        <EditConflict
          mine={form}
          theirs={categoryFormOf(theirs)}
          fields={COMPARED}
          isBusy={isBusy}
          onKeepMine={() => {
            setCategory(theirs);
            save(theirs);
          }}
          onTakeTheirs={() => {
            setCategory(theirs);
            setForm(categoryFormOf(theirs));
            setFault(undefined);
            reset();
          }}
        />
      )}
      <CategoryFields
        form={form}
        errors={fault?.fields ?? fieldErrors}
        onChange={(changes) => setForm((current) => ({ ...current, ...changes }))}
      />
    </FormDialog>
  );
}

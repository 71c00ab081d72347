import { updateCategory } from '@waygate/contract/products/products.admin.endpoints';
import type { AdminCategory } from '@waygate/contract/products/products.admin.schemas';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { CategoryFields } from './CategoryFields.tsx';
import {
  categoryBodyOf,
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

/** Edits a category. */
export function EditCategoryDialog({ category, onClose }: EditCategoryDialogProps) {
  const editing = useRecordForm({
    endpoint: updateCategory,
    record: category,
    params: { id: String(category.categoryId) },
    toForm: categoryFormOf,
    toBody: (form, { revision }) => ({ ...categoryBodyOf(form), revision }),
    validate: findCategoryFault,
    drafted: ['name', 'description'],
    success: 'Category updated successfully!',
    failure: 'Failed to update category.',
    invalidates: CATALOGUE_KEYS,
    onSuccess: onClose,
  });
  return (
    <EditRecordDialog title={`Edit ${category.name}`} editing={editing} compared={COMPARED} onClose={onClose}>
      <CategoryFields form={editing.form} errors={editing.errors} onChange={editing.change} />
    </EditRecordDialog>
  );
}

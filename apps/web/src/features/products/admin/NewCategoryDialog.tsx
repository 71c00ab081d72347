import { createCategory } from '@waygate/contract/products/products.admin.endpoints';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useNewRecordForm } from '#features/admin/records/use-new-record-form.ts';
import { CategoryFields } from './CategoryFields.tsx';
import { categoryBodyOf, EMPTY_CATEGORY, findCategoryFault } from './category-form.rules.ts';
import { CATALOGUE_KEYS } from './use-categories.ts';

/** Creates a category. */
export function NewCategoryDialog({ onClose }: { onClose: () => void }) {
  const making = useNewRecordForm({
    endpoint: createCategory,
    blank: EMPTY_CATEGORY,
    toBody: categoryBodyOf,
    validate: findCategoryFault,
    drafted: ['name', 'description'],
    success: 'Category created successfully!',
    failure: 'Failed to create category.',
    invalidates: CATALOGUE_KEYS,
    onSuccess: onClose,
  });
  return (
    <RecordDialog title="New category" editing={making} onClose={onClose}>
      <CategoryFields form={making.form} errors={making.errors} onChange={making.change} />
    </RecordDialog>
  );
}

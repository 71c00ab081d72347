import { deleteCategory, exportCategories } from '@waygate/contract/products/products.admin.endpoints';
import type { AdminCategory } from '@waygate/contract/products/products.admin.schemas';
import { createElement, useState } from 'react';
import { Link } from 'react-router';
import { ShortList } from '#features/admin/lists/ShortList.tsx';
import { DeleteDialog } from '#features/admin/records/DeleteDialog.tsx';
import { RecordActions } from '#features/admin/records/RecordActions.tsx';
import { useDeletion } from '#features/admin/records/use-deletion.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { findCategoryIcon } from '#features/shop/category-icons.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './CategoryList.module.css';
import { EditCategoryDialog } from './EditCategoryDialog.tsx';
import { NewCategoryDialog } from './NewCategoryDialog.tsx';
import { CATALOGUE_KEYS, useCategories } from './use-categories.ts';

/** The categories in the order of their tiles. */
export function CategoryList() {
  const { data: categories, error, refetch } = useCategories();
  const [edited, setEdited] = useState<AdminCategory | 'new'>();
  const close = () => setEdited(undefined);
  const deletion = useDeletion(deleteCategory, {
    inputOf: ({ categoryId }: AdminCategory) => ({ params: { id: String(categoryId) } }),
    success: 'Category deleted successfully!',
    failure: 'Failed to delete category.',
    invalidates: CATALOGUE_KEYS,
  });
  return (
    <>
      <ShortList
        intro={
          <Link to={adminPaths.products} className={buttonClass('secondary')}>
            Back to the products
          </Link>
        }
        actions={<Button onClick={() => setEdited('new')}>New category</Button>}
        csv={exportCategories}
        caption="Categories"
        rows={categories}
        error={error}
        onRetry={() => void refetch()}
        failure="Failed to fetch categories."
        columns={columnsOf({ onEdit: setEdited, onDelete: deletion.ask })}
        rowKey={({ categoryId }) => categoryId}
        nothing="There are no categories yet. Every product is listed under “General”."
      >
        {deletion.error && <Notice tone="error">{deletion.error}</Notice>}
      </ShortList>
      {edited === 'new' && <NewCategoryDialog onClose={close} />}
      {edited && edited !== 'new' && <EditCategoryDialog category={edited} onClose={close} />}
      <DeleteDialog deletion={deletion} title={({ name }) => `Delete ${name}?`}>
        <p>Its products stay and are listed under “General”.</p>
        <p>This action cannot be undone.</p>
      </DeleteDialog>
    </>
  );
}

type CategoryActions = Record<'onEdit' | 'onDelete', (category: AdminCategory) => void>;

function columnsOf({ onEdit, onDelete }: CategoryActions): Column<AdminCategory>[] {
  return [
    { id: 'name', label: 'Category', isPrimary: true, render: (category) => <Tile category={category} /> },
    { id: 'position', label: 'Place', align: 'end', render: ({ position }) => position },
    { id: 'products', label: 'Products', align: 'end', render: ({ productCount }) => productCount },
    {
      id: 'actions',
      label: 'Actions',
      width: '11rem',
      render: (category) => (
        <RecordActions
          name={category.name}
          onEdit={() => onEdit(category)}
          onDelete={() => onDelete(category)}
        />
      ),
    },
  ];
}

function Tile({ category: { name, icon } }: { category: AdminCategory }) {
  return (
    <span className={styles.tile}>
      {createElement(findCategoryIcon(name, icon), { 'aria-hidden': true, size: 22, strokeWidth: 1.5 })}{' '}
      {name}
    </span>
  );
}

import { deleteCategory } from '@waygate/contract/products/products.admin.endpoints';
import type { AdminCategory } from '@waygate/contract/products/products.admin.schemas';
import { createElement, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#api/api-error.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { findCategoryIcon } from '#features/shop/category-icons.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';
import styles from './CategoryList.module.css';
import { EditCategoryDialog } from './EditCategoryDialog.tsx';
import { DeleteRecord } from './DeleteRecord.tsx';
import { NewCategoryDialog } from './NewCategoryDialog.tsx';
import { useCategories } from './use-categories.ts';

type Open = { what: 'new' } | { what: 'edit' | 'delete'; category: AdminCategory };

/** The categories in the order of their tiles. */
export function CategoryList() {
  const { data: categories, error, refetch } = useCategories();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = <Button onClick={() => setOpen({ what: 'new' })}>New category</Button>;
  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        <Link to={adminPaths.products} className={buttonClass('secondary')}>
          Back to the products
        </Link>
        {add}
      </div>
      <DeleteRecord
        endpoint={deleteCategory}
        noun="category"
        asked={open?.what === 'delete' ? nameAndId(open.category) : undefined}
        onClose={close}
      >
        <p>Its products stay and are listed under “General”.</p>
      </DeleteRecord>
      {error && !categories && (
        <Failure message={messageOf(error, 'Failed to fetch categories.')} onRetry={() => void refetch()} />
      )}
      {!error && !categories && <ListSkeleton caption="categories" />}
      {categories && (
        <DataTable
          caption="Categories"
          columns={columnsOf(setOpen)}
          rows={categories}
          rowKey={({ categoryId }) => categoryId}
          empty={
            <EmptyState>
              <p>There are no categories yet: every product is listed under “General”.</p>
            </EmptyState>
          }
        />
      )}
      {open?.what === 'new' && <NewCategoryDialog onClose={close} />}
      {open?.what === 'edit' && <EditCategoryDialog category={open.category} onClose={close} />}
    </div>
  );
}

function nameAndId({ categoryId, name }: AdminCategory) {
  return { id: categoryId, name };
}

function columnsOf(onOpen: (open: Open) => void): Column<AdminCategory>[] {
  return [
    { id: 'name', label: 'Category', isPrimary: true, render: (category) => <Tile category={category} /> },
    { id: 'position', label: 'Place', align: 'end', render: ({ position }) => position },
    { id: 'products', label: 'Products', align: 'end', render: ({ productCount }) => productCount },
    {
      id: 'actions',
      label: 'Actions',
      width: '11rem',
      render: (category) => (
        <span className={styles.actions}>
          <Button
            look="secondary"
            aria-label={`Edit ${category.name}`}
            onClick={() => onOpen({ what: 'edit', category })}
          >
            Edit
          </Button>
          <Button
            look="danger"
            aria-label={`Delete ${category.name}`}
            onClick={() => onOpen({ what: 'delete', category })}
          >
            Delete
          </Button>
        </span>
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

import {
  deleteProduct,
  exportProducts,
  listAdminProducts,
} from '@waygate/contract/products/products.admin.endpoints';
import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { useState } from 'react';
import { Link } from 'react-router';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { DeleteDialog } from '#features/admin/records/DeleteDialog.tsx';
import { serverFilters } from '#features/game-servers/admin/server-filters.ts';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import { useOpensNew } from '#features/admin/search/opens-new.ts';
import { useDeletion } from '#features/admin/records/use-deletion.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { EditProductDialog } from './EditProductDialog.tsx';
import { NewProductDialog } from './NewProductDialog.tsx';
import { productColumns } from './product-columns.tsx';
import { LISTING_OPTIONS, STOREFRONT_OPTIONS } from './product-labels.ts';
import { useOpensProduct } from './use-opens-product.ts';
import { CATALOGUE_KEYS } from './use-categories.ts';

const FILTERS: ListFilter[] = [
  { name: 'storefront', label: 'Storefront', options: STOREFRONT_OPTIONS },
  { name: 'listing', label: 'Status', options: LISTING_OPTIONS },
];

const PRICE_FILTERS: ListFilter[] = [
  { name: 'atLeast', label: 'Price from €', input: 'amount', isExtra: true },
  { name: 'atMost', label: 'Price up to €', input: 'amount', isExtra: true },
];

/** The product in the editor, also when the page's address asks for it. */
function useEditedProduct() {
  const [opened, setOpened] = useState<{ edited: AdminProduct | 'new'; isHiding: boolean }>();
  // It is read first: what was opened meanwhile stays.
  const editAsked = (edited: AdminProduct, isHiding: boolean) =>
    setOpened((now) => now ?? { edited, isHiding });
  useOpensProduct('edit', (product) => editAsked(product, false));
  useOpensProduct('hide', (product) => editAsked(product, true));
  return {
    edited: opened?.edited,
    isHiding: opened?.isHiding ?? false,
    edit: (edited: AdminProduct | 'new') => setOpened({ edited, isHiding: false }),
    close: () => setOpened(undefined),
  };
}

/** All products, including hidden ones and ended sales. */
export function ProductList() {
  const { edited, isHiding, edit, close } = useEditedProduct();
  const servers = useServerNames();
  useOpensNew(() => edit('new'));
  const deletion = useDeletion(deleteProduct, {
    inputOf: ({ productId }: AdminProduct) => ({ params: { id: String(productId) } }),
    success: 'Product deleted successfully!',
    failure: 'Failed to delete product.',
    invalidates: CATALOGUE_KEYS,
  });
  useOpensProduct('delete', deletion.ask);
  const add = <Button onClick={() => edit('new')}>New product</Button>;
  return (
    <>
      {deletion.error && <Notice tone="error">{deletion.error}</Notice>}
      <ListView
        queryKey={['products']}
        load={loadFrom(listAdminProducts, ({ products: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch products."
        caption="Products"
        columns={productColumns({ onEdit: edit, onDelete: deletion.ask })}
        rowKey={({ productId }) => productId}
        searchLabel="Search by name or id"
        filters={[...FILTERS, ...serverFilters(servers), ...PRICE_FILTERS]}
        defaultSort="position"
        empty={
          <>
            <p>There is nothing to sell yet.</p>
            {add}
          </>
        }
        toolbar={
          <>
            <Link to={adminPaths.productCategories} className={buttonClass('secondary')}>
              Categories
            </Link>
            {add}
          </>
        }
        csv={exportProducts}
      />
      {edited === 'new' && <NewProductDialog onClose={close} />}
      {edited && edited !== 'new' && (
        <EditProductDialog key={edited.productId} product={edited} isHiding={isHiding} onClose={close} />
      )}
      <DeleteDialog deletion={deletion} title={({ name }) => `Delete ${name}?`}>
        <p>It's removed from the shop. Existing orders don't change.</p>
        <p>This action cannot be undone.</p>
      </DeleteDialog>
    </>
  );
}

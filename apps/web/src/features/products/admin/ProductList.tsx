import { deleteProduct, listAdminProducts } from '@waygate/contract/products/products.admin.endpoints';
import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { useState } from 'react';
import { Link } from 'react-router';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { DeleteRecord } from './DeleteRecord.tsx';
import { EditProductDialog } from './EditProductDialog.tsx';
import { NewProductDialog } from './NewProductDialog.tsx';
import { PRODUCT_CSV, productColumns } from './product-columns.tsx';
import { STOREFRONT_OPTIONS } from './product-words.ts';

type Open = { what: 'new' } | { what: 'edit' | 'delete'; product: AdminProduct };

/** The whole catalogue, hidden products and ended sales too. */
export function ProductList() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = <Button onClick={() => setOpen({ what: 'new' })}>New product</Button>;
  return (
    <>
      <DeleteRecord
        endpoint={deleteProduct}
        noun="product"
        asked={open?.what === 'delete' ? nameAndId(open.product) : undefined}
        onClose={close}
      >
        <p>It is taken out of the shop. Orders keep what was bought.</p>
      </DeleteRecord>
      <ListView
        queryKey={['products']}
        load={loadFrom(listAdminProducts, ({ products: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch products."
        caption="Products"
        columns={productColumns({
          onEdit: (product) => setOpen({ what: 'edit', product }),
          onDelete: (product) => setOpen({ what: 'delete', product }),
        })}
        rowKey={({ productId }) => productId}
        searchLabel="Search by name or id"
        filters={[{ name: 'storefront', label: 'Storefront', options: STOREFRONT_OPTIONS }]}
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
        csv={{ fileName: 'products.csv', columns: PRODUCT_CSV }}
      />
      {open?.what === 'new' && <NewProductDialog onClose={close} />}
      {open?.what === 'edit' && <EditProductDialog product={open.product} onClose={close} />}
    </>
  );
}

function nameAndId({ productId, name }: AdminProduct) {
  return { id: productId, name };
}

import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { useState } from 'react';
import { RecordActions } from '#features/admin/records/RecordActions.tsx';
import { GiftPicture } from '#features/shop/GiftPicture.tsx';
import { GiftPrice } from '#features/shop/GiftPrice.tsx';
import { Badge } from '#ui/admin/Badge.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import styles from './product-columns.module.css';
import { playersProduct } from './product-preview.rules.ts';
import { listingStatus, stockLabel, storefrontLabel } from './product-labels.ts';

type ProductActions = { onEdit: (product: AdminProduct) => void; onDelete: (product: AdminProduct) => void };

/** The columns of the product list. */
export function productColumns({ onEdit, onDelete }: ProductActions): Column<AdminProduct>[] {
  return [
    {
      id: 'name',
      label: 'Product',
      sortKey: 'name',
      isPrimary: true,
      render: (product) => <Name product={product} />,
    },
    {
      id: 'category',
      label: 'Category',
      render: ({ category, storefront }) => `${category} · ${storefrontLabel(storefront)}`,
    },
    {
      id: 'price',
      label: 'Price',
      sortKey: 'price',
      align: 'end',
      phone: 'top',
      render: (product) => <Price product={product} />,
    },
    { id: 'sale', label: 'Sale ends', phone: 'labelled', render: saleEnd },
    {
      id: 'stock',
      label: 'Stock',
      align: 'end',
      phone: 'hidden',
      render: ({ stock }) => stockLabel(stock),
    },
    { id: 'state', label: 'State', phone: 'bottom', render: (product) => <ListingBadge product={product} /> },
    {
      id: 'position',
      label: 'Place',
      sortKey: 'position',
      align: 'end',
      phone: 'hidden',
      render: ({ position }) => position,
    },
    {
      id: 'updated',
      label: 'Changed',
      phone: 'hidden',
      sortKey: 'updatedAt',
      render: ({ updatedAt }) => <ShortTime value={updatedAt} />,
    },
    {
      id: 'actions',
      label: 'Actions',
      render: (product) => (
        <RecordActions
          name={product.name}
          onEdit={() => onEdit(product)}
          onDelete={() => onDelete(product)}
        />
      ),
    },
  ];
}

function Name({ product }: { product: AdminProduct }) {
  return (
    <span className={styles.product}>
      <span className={styles.picture}>
        <GiftPicture product={playersProduct(product)} />
      </span>
      <span className={styles.name}>
        {product.newName ?? product.name} <small>#{product.productId}</small>
      </span>
    </span>
  );
}

function Price({ product }: { product: AdminProduct }) {
  return (
    <span className={styles.price}>
      <GiftPrice product={playersProduct(product)} />
    </span>
  );
}

/** Nothing without a sale. */
function saleEnd({ isSale, saleEndDate }: AdminProduct) {
  if (!isSale) return null;
  return saleEndDate === null ? 'Never' : <ShortTime value={saleEndDate} />;
}

function ListingBadge({ product }: { product: AdminProduct }) {
  const [now] = useState(() => Date.now());
  const { tone, text } = listingStatus(product, now);
  return <Badge tone={tone}>{text}</Badge>;
}

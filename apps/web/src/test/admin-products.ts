import type { AdminCategory, AdminProduct } from '@waygate/contract/products/products.admin.schemas';

/** A product of the catalogue as staff see it. */
export const ADMIN_PRODUCT: AdminProduct = {
  productId: 7,
  storefront: 'donation',
  name: 'Pouch of Coins',
  newName: null,
  description: 'A **handful**.',
  descriptionHtml: '<p>A <strong>handful</strong>.</p>',
  price: 4.99,
  newPrice: null,
  categoryId: null,
  category: 'General',
  isSale: false,
  saleEndDate: null,
  isCustomIcon: '/files/pouch.webp',
  stock: 10,
  accountLimit: null,
  position: 3,
  isListed: true,
  grants: [
    { kind: 'premium_coins', quantity: 500, itemId: null, serverItems: [], label: 'Coins' },
    { kind: 'item', quantity: 2, itemId: 7001, serverItems: [], label: 'Lantern' },
  ],
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-02-01T10:00:00.000Z',
  revision: 4,
};

export const ADMIN_CATEGORY: AdminCategory = {
  categoryId: 3,
  name: 'Coins',
  icon: 'coins',
  description: 'All *that glitters*',
  position: 2,
  productCount: 5,
  revision: 1,
};

import type { Product } from '@waygate/contract/products/products.schemas';

/** A gift without anything special. */
export const PRODUCT: Product = {
  productId: 7,
  storefront: 'donation',
  name: 'Pouch of Coins',
  description: 'A handful.',
  descriptionHtml: '<p>A handful.</p>',
  price: 4.99,
  newPrice: null,
  category: 'Coins',
  category_desc: '',
  categoryDescHtml: '',
  categoryIcon: '',
  isSale: false,
  saleEndDate: null,
  isCustomIcon: '',
  stock: null,
  accountLimit: null,
  grants: [{ kind: 'premium_coins', quantity: 500, itemId: null, serverItems: [], label: 'Coins' }],
  serverIds: [],
};

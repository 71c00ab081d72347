import type { Storefront } from '@waygate/contract/products/products.schemas';

/** What a storefront says instead of products. */
export const STOREFRONT_TEXTS: Record<Storefront, { loading: string; none: string; noneInCategory: string }> =
  {
    shop: {
      loading: 'Loading products...',
      none: 'No products available at the moment.',
      noneInCategory: 'No products found in this category.',
    },
    donation: {
      loading: 'Loading gifts...',
      none: 'No gifts available at the moment.',
      noneInCategory: 'No gifts found in this category.',
    },
  };

/** What the shop says while no payments are possible. */
export const SHOP_CLOSED =
  'The shop is closed for now: payments are not set up. You can look around, but not buy.';

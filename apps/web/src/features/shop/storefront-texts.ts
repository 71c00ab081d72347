import { grantText } from '@waygate/contract/products/grant-text';
import type { ProductLine, Storefront } from '@waygate/contract/products/products.schemas';
import { countText } from '#ui/texts/count-text.ts';

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

/** A part of a gift's contents, with its number in a locale. */
export function contentText(grant: ProductLine, locale: string | undefined): string {
  return grantText(grant, (count) => countText(count, locale));
}

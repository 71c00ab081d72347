import { DEFAULT_CATEGORY, type Product } from '@waygate/contract/products/products.schemas';

/** Stock below this is shown on the card. */
const SCARCE_STOCK = 11;

export type Category = { name: string; icon: string; descriptionHtml: string; products: Product[] };

/** A gift whose sale has ended is hidden; one on sale without an end is kept. */
export function isOnOffer(
  { isSale, saleEndDate }: Pick<Product, 'isSale' | 'saleEndDate'>,
  now: number,
): boolean {
  return !isSale || saleEndDate === null || Date.parse(saleEndDate) > now;
}

/** Whether it has something for a game, and no listed game server has all of it. Coins go to no game. */
export function isUnavailable({ grants, serverIds }: Pick<Product, 'grants' | 'serverIds'>): boolean {
  return serverIds.length === 0 && grants.some(({ kind }) => !kind.endsWith('_coins'));
}

/** Keeps the order of the list. A category takes icon and description from its first gift. */
export function groupByCategory(products: Product[]): Category[] {
  const categories = new Map<string, Category>();
  for (const product of products) {
    const name = product.category || DEFAULT_CATEGORY;
    const known = categories.get(name);
    if (known) known.products.push(product);
    else {
      const { categoryIcon: icon, categoryDescHtml: descriptionHtml } = product;
      categories.set(name, { name, icon, descriptionHtml, products: [product] });
    }
  }
  return [...categories.values()];
}

/** The card's stock label; '' when there is plenty. */
export function stockText({ stock }: Product): string {
  if (stock === null || stock >= SCARCE_STOCK) return '';
  return stock > 0 ? `Only ${stock} left` : 'Sold out';
}

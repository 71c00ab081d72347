import { DEFAULT_CATEGORY } from '@waygate/contract/products/default-category';
import type { Product } from '@waygate/contract/products/products.schemas';

/** Stock below this is shown on the card. */
const SCARCE_STOCK = 11;

export type Category = { name: string; icon: string; descriptionHtml: string; products: Product[] };

/** What the player has of a product. `owned`: it may be bought again. */
export type Ownership = 'none' | 'owned' | 'spent';

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

/**
 * The product to show on top: the operator's choice, else the one on sale that ends soonest, else the dearest on sale.
 * One that cannot be bought is featured only by choice.
 */
export function findFeatured(products: Product[], chosenId?: number): Product | undefined {
  const chosen = products.find(({ productId }) => productId === chosenId);
  if (chosen) return chosen;
  const onSale = products.filter(
    (product) => product.isSale && product.stock !== 0 && !isUnavailable(product),
  );
  return onSale.toSorted((a, b) =>
    endOf(a) === endOf(b) ? chargedPrice(b) - chargedPrice(a) : endOf(a) - endOf(b),
  )[0];
}

function endOf({ saleEndDate }: Product): number {
  return saleEndDate === null ? Infinity : Date.parse(saleEndDate);
}

/** The price that a buyer pays. */
export function chargedPrice({ price, newPrice }: Product): number {
  return newPrice ?? price;
}

/** The card's stock label; '' when there is plenty. */
export function stockText({ stock }: Product): string {
  if (stock === null || stock >= SCARCE_STOCK) return '';
  return stock > 0 ? `Only ${stock} left` : 'Sold out';
}

/** Coins, days and crates are used up; a single item stays. */
export function ownershipOf({ accountLimit, grants }: Product, bought: number): Ownership {
  if (accountLimit !== null && bought >= accountLimit) return 'spent';
  const stays = grants.length > 0 && grants.every(({ kind, quantity }) => kind === 'item' && quantity === 1);
  return bought > 0 && stays ? 'owned' : 'none';
}

/** How many one account may buy; '' without a limit. */
export function limitText({ accountLimit }: Product, bought: number): string {
  if (accountLimit === null) return '';
  return bought > 0 ? `${bought} of ${accountLimit} bought` : `${accountLimit} per account`;
}

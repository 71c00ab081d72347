import { STAFF_COIN_NAMES } from '@waygate/contract/coins/coin-names';
import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import type { GrantKind, Storefront } from '@waygate/contract/products/products.schemas';
import { isOnOffer } from '#features/shop/catalogue.rules.ts';

export const STOREFRONT_OPTIONS: { value: Storefront; label: string }[] = [
  { value: 'shop', label: 'Shop' },
  { value: 'donation', label: 'Donations' },
];

export const LISTING_OPTIONS = [
  { value: 'listed', label: 'Listed' },
  { value: 'hidden', label: 'Hidden' },
];

export const KIND_OPTIONS: { value: GrantKind; label: string }[] = [
  { value: 'premium_coins', label: STAFF_COIN_NAMES.premium },
  { value: 'second_coins', label: STAFF_COIN_NAMES.second },
  { value: 'item', label: 'Item' },
  { value: 'club_days', label: 'Club days' },
  { value: 'founder_package', label: 'Founder package' },
  { value: 'veteran_package', label: 'Veteran package' },
];

export function storefrontLabel(storefront: Storefront): string {
  return storefront === 'shop' ? 'Shop' : 'Donations';
}

/** Whether players can see and buy a product. */
export function listingStatus(
  { isListed, isSale, saleEndDate, stock }: AdminProduct,
  now: number,
): { tone: 'success' | 'warning' | 'neutral'; text: string } {
  if (!isListed) return { tone: 'neutral', text: 'Hidden' };
  if (!isOnOffer({ isSale, saleEndDate }, now)) return { tone: 'neutral', text: 'Sale ended' };
  return stock === 0 ? { tone: 'warning', text: 'Sold out' } : { tone: 'success', text: 'Listed' };
}

export function stockLabel(stock: number | null): string {
  return stock === null ? 'Unlimited' : stock.toLocaleString();
}

import type { ProductLine } from './products.schemas.ts';

/**
 * What one line of a product or an order grants: '1,000 Agaia Coins', '3 × Ember Draught', '30 days of Agaia Club'.
 *
 * @param countText writes the number; in the reader's own locale by default
 */
export function grantText(
  { kind, quantity, label }: Pick<ProductLine, 'kind' | 'quantity' | 'label'>,
  countText = (count: number) => count.toLocaleString(),
): string {
  const count = countText(quantity);
  switch (kind) {
    case 'premium_coins':
    case 'second_coins':
      return `${count} ${label}`;
    case 'item':
      return quantity === 1 ? label : `${count} × ${label}`;
    case 'club_days':
      return `${count} ${quantity === 1 ? 'day' : 'days'} of ${label}`;
    case 'founder_package':
    case 'veteran_package':
      return label;
  }
}

import type { ProductLine } from '@waygate/contract/products/products.schemas';

/** What one line of a product or an order grants: '1,000 Agaia Coins', '3 × Ember Draught'. */
export function grantText({
  kind,
  quantity,
  label,
}: Pick<ProductLine, 'kind' | 'quantity' | 'label'>): string {
  const count = quantity.toLocaleString();
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

import { priceText } from '#features/shop/price-text.ts';

/** An amount of euro as prices are shown, and one of another currency with its code: '4.50 CHF'. */
export function moneyText(amount: number, currency: string | null): string {
  if (currency === 'eur') return priceText(amount);
  return `${amount.toFixed(2)} ${currency?.toUpperCase() ?? ''}`.trim();
}

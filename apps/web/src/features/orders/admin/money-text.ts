import { priceText } from '#features/shop/price-text.ts';

/** An amount in its own currency, which may differ from the shop's: '4.50 EUR'. */
export function moneyText(amount: number, currency: string | null): string {
  return `${amount.toFixed(2)} ${currency?.toUpperCase() ?? ''}`.trim();
}

/** An amount of euro as prices are shown, and of another currency as `moneyText`. */
export function sumText(amount: number, currency: string): string {
  return currency === 'eur' ? priceText(amount) : moneyText(amount, currency);
}

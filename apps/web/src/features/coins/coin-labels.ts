import type { CoinEntry, Currency } from '@waygate/contract/coins/coins.schemas';

export const REASON_LABELS: Record<CoinEntry['reason'], string> = {
  order: 'Order',
  order_reversed: 'Order reversed',
  adjustment: 'Adjusted by staff',
  spent: 'Spent in the game',
  returned: 'Returned by the game',
  other: 'Other',
};

const CURRENCY_LABELS: Record<Currency, string> = { premium: 'Premium coins', second: 'Second coins' };

export function currencyLabel(currency: Currency): string {
  return CURRENCY_LABELS[currency];
}

/** `+500`, or `−30`. */
export function signedNumber(amount: number): string {
  return new Intl.NumberFormat(undefined, { signDisplay: 'always' }).format(amount);
}

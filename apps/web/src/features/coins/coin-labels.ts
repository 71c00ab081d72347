import type { CoinEntry, Currency } from '@waygate/contract/coins/coins.schemas';

export const REASON_LABELS: Record<CoinEntry['reason'], string> = {
  order: 'Order',
  order_reversed: 'Order reversed',
  adjustment: 'Adjusted by staff',
  spent: 'Spent in the game',
  returned: 'Returned by the game',
  other: 'Other',
};

/** What players call the two kinds of coins; staff say what `STAFF_COIN_NAMES` says. */
export const COIN_NAMES: Record<Currency, string> = { premium: 'Premium Coins', second: 'Second Coins' };

/** `+500`, or `−30`. */
export function signedNumber(amount: number): string {
  return new Intl.NumberFormat(undefined, { signDisplay: 'always' }).format(amount);
}

import type { CoinEntry } from '@waygate/contract/coins/coins.schemas';

/** Reasons of ledger transactions that a game's bridge asked for. */
export const SPENT = 'spent in the game';
export const RETURNED = 'returned by the game';

/** By the reason of the ledger transaction. */
const REASONS = new Map<string, CoinEntry['reason']>([
  ['order', 'order'],
  ['order reversed', 'order_reversed'],
  ['adjusted by staff', 'adjustment'],
  [SPENT, 'spent'],
  [RETURNED, 'returned'],
]);

/** Why coins moved, as the history shows it. */
export function reasonOf(ledgerReason: string): CoinEntry['reason'] {
  return REASONS.get(ledgerReason) ?? 'other';
}

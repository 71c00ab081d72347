import type { CoinReason } from '@waygate/contract/coins/coins.schemas';

/** Reasons of ledger transactions that a game's bridge asked for. */
export const SPENT = 'spent in the game';
export const RETURNED = 'returned by the game';

/** By the reason of the ledger transaction. */
const REASONS = new Map<string, CoinReason>([
  ['order', 'order'],
  ['order reversed', 'order_reversed'],
  ['adjusted by staff', 'adjustment'],
  [SPENT, 'spent'],
  [RETURNED, 'returned'],
]);

/** Why coins moved, as the history shows it. */
export function reasonOf(ledgerReason: string): CoinReason {
  return REASONS.get(ledgerReason) ?? 'other';
}

/** The reasons of ledger transactions that the history shows as this one. */
export function ledgerReasonsOf(reason: CoinReason): { isOneOf: string[] } | { isNoneOf: string[] } {
  if (reason === 'other') return { isNoneOf: [...REASONS.keys()] };
  return { isOneOf: [...REASONS].filter(([, shown]) => shown === reason).map(([stored]) => stored) };
}

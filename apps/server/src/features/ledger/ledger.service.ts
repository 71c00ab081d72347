import type { Transaction } from '#platform/db/database.ts';
import { type Coin, insertLedgerEntries, insertLedgerTransaction } from './ledger.queries.ts';

/** A credit, or with a negative amount a debit. */
export type CoinMovement = { accountId: number; currency: Coin; amount: number };

/**
 * Posts coin movements, each with a counter-entry without an account. A key that was already posted changes nothing.
 *
 * @returns whether this call posted it
 */
export async function postTransaction(
  tx: Transaction,
  { idempotencyKey, reason, entries }: { idempotencyKey: string; reason: string; entries: CoinMovement[] },
): Promise<boolean> {
  const moved = entries.filter(({ amount }) => amount !== 0);
  if (moved.length === 0) return false;
  const transactionId = await insertLedgerTransaction(tx, { idempotencyKey, reason });
  if (transactionId === undefined) return false;
  const counterEntries = moved.map(({ currency, amount }) => ({
    accountId: null,
    currency,
    amount: -amount,
  }));
  await insertLedgerEntries(tx, transactionId, [...moved, ...counterEntries]);
  return true;
}

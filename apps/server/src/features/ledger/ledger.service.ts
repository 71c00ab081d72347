import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import {
  insertLedgerEntries,
  insertLedgerTransaction,
  type LedgerRecord,
  selectBalanceRows,
  selectNewestEntries,
} from './ledger.queries.ts';

/** `premium` is `agaiaCoins` to the player, `second` is `astrumCoins`. */
export type Coin = 'premium' | 'second';

/** Coins an account gets, or loses below zero. */
export type CoinMovement = { accountId: number; currency: Coin; amount: number };

export type Balances = Record<Coin, number>;

/**
 * Moves coins between accounts and the house, which takes the other side of every movement.
 * A key that was posted before changes nothing.
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

/** An account that never had coins has none of both. */
export async function selectBalances(db: Db, accountId: number): Promise<Balances> {
  const balances: Balances = { premium: 0, second: 0 };
  for (const { currency, amount } of await selectBalanceRows(db, accountId)) balances[currency] = amount;
  return balances;
}

/** What moved an account's coins lately. */
export async function listNewestEntries(db: Db, accountId: number, limit: number): Promise<LedgerRecord[]> {
  return selectNewestEntries(db, accountId, limit);
}

/** Nothing moves the account's coins until the transaction ends. The account itself is locked before. */
export async function lockBalances(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(
    sql`select from coin_balances where account_id = ${accountId} order by currency for update`,
  );
}

/** For a select of many accounts: what one of them has. */
export function balanceOf(accountId: SQLWrapper, currency: Coin): SQL<number> {
  return sql<number>`coalesce((
    select amount from coin_balances
    where coin_balances.account_id = ${accountId} and currency = ${sql.raw(`'${currency}'`)}), 0)::float8`;
}

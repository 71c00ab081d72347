import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import {
  insertLedgerEntries,
  insertLedgerTransaction,
  type LedgerRecord,
  selectBalanceRows,
  selectNewestEntries,
} from './ledger.queries.ts';

/** In the API, `premium` is `agaiaCoins` and `second` is `astrumCoins`. */
export type Coin = 'premium' | 'second';

/** A credit, or with a negative amount a debit. */
export type CoinMovement = { accountId: number; currency: Coin; amount: number };

export type Balances = Record<Coin, number>;

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

/** Balances of an account; 0 for a currency without entries. */
export async function selectBalances(db: Db, accountId: number): Promise<Balances> {
  const balances: Balances = { premium: 0, second: 0 };
  for (const { currency, amount } of await selectBalanceRows(db, accountId)) balances[currency] = amount;
  return balances;
}

/** The newest entries of an account. */
export async function listNewestEntries(db: Db, accountId: number, limit: number): Promise<LedgerRecord[]> {
  return selectNewestEntries(db, accountId, limit);
}

/** Locks the account's balances until the transaction ends. Lock order: account, then balances. */
export async function lockBalances(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(
    sql`select from coin_balances where account_id = ${accountId} order by currency for update`,
  );
}

/** SQL expression for queries over many accounts: the balance of one account. */
export function balanceOf(accountId: SQLWrapper, currency: Coin): SQL<number> {
  return sql<number>`coalesce((
    select amount from coin_balances
    where coin_balances.account_id = ${accountId} and currency = ${sql.raw(`'${currency}'`)}), 0)::float8`;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
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
  {
    entries,
    ...transaction
  }: {
    idempotencyKey: string;
    reason: string;
    /** What the coins were for, as the player reads it. */
    detail?: string;
    entries: CoinMovement[];
  },
): Promise<boolean> {
  const moved = entries.filter(({ amount }) => amount !== 0);
  if (moved.length === 0) return false;
  const transactionId = await insertLedgerTransaction(tx, transaction);
  if (transactionId === undefined) return false;
  const counterEntries = moved.map(({ currency, amount }) => ({
    accountId: null,
    currency,
    amount: -amount,
  }));
  await insertLedgerEntries(tx, transactionId, [...moved, ...counterEntries]);
  return true;
}

/** Placeholders of a statement with `postIfAllowed`. */
export type Posting = {
  ledgerKey: string;
  ledgerReason: string;
  detail: string;
  serverId: number;
  accountId: number;
  currency: Coin;
  /** Negative for a debit. */
  signedAmount: number;
};

/**
 * The same as `postTransaction` for one movement, as parts of a statement that also decides whether it is allowed. A single
 * statement needs no transaction around it, so the balance stays locked for no longer than the statement takes.
 *
 * @param allowed a query with one row if the movement is allowed. It must lock the account's balance and check it under the
 *   lock
 * @returns `posted` has the transaction's id, and `entered` the balance afterwards. Both are empty when the movement wasn't
 *   allowed, or its key is known
 */
export function postIfAllowed(db: Db, allowed: SQL) {
  const { placeholder } = sql;
  const posted = db.$with('posted', { id: sql<number>`id`.as('id') }).as(sql`
    insert into ledger_transactions (idempotency_key, reason, detail, server_id)
    select ${placeholder('ledgerKey')}, ${placeholder('ledgerReason')}, ${placeholder('detail')},
           ${placeholder('serverId')}::int
    from (${allowed}) allowed
    on conflict (idempotency_key) do nothing
    returning id`);
  const entered = db.$with('entered', {
    accountId: sql<number | null>`account_id`.as('account_id'),
    balance: sql<number>`balance`.as('balance'),
  }).as(sql`
    insert into ledger_entries (transaction_id, account_id, currency, amount)
    select posted.id, side.account_id, ${placeholder('currency')}, side.amount
    from posted, (values
      (${placeholder('accountId')}::int, ${placeholder('signedAmount')}::bigint),
      (null, -${placeholder('signedAmount')}::bigint)) as side (account_id, amount)
    returning account_id, balance::float8 as balance`);
  return { posted, entered };
}

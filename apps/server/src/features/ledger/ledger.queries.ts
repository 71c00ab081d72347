import { and, desc, eq, gte, inArray, lt, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, prepared, type Transaction } from '#platform/db/database.ts';
import { countRows } from '#platform/db/paging/read-page.ts';
import { isFoundFirst } from '#platform/db/search-text.ts';
import { coinBalances, ledgerEntries, ledgerTransactions } from './ledger.tables.ts';

/** In the API, `premium` is `agaiaCoins` and `second` is `astrumCoins`. */
export type Coin = 'premium' | 'second';

export type Balances = Record<Coin, number>;

export type LedgerEntry = Pick<typeof ledgerEntries.$inferSelect, 'accountId' | 'currency' | 'amount'>;

/** @returns the id; undefined when the key was already posted */
export async function insertLedgerTransaction(
  db: Db,
  transaction: { idempotencyKey: string; reason: string; detail?: string | undefined },
): Promise<number | undefined> {
  const [row] = await db
    .insert(ledgerTransactions)
    .values(transaction)
    .onConflictDoNothing()
    .returning({ id: ledgerTransactions.id });
  return row?.id;
}

/** All entries of a transaction in one statement: the database rejects an unbalanced or a second set of entries. */
export async function insertLedgerEntries(
  db: Db,
  transactionId: number,
  entries: LedgerEntry[],
): Promise<void> {
  // Each entry locks its balance, so in one order. Otherwise two transactions of the same accounts deadlock.
  const ordered = entries.toSorted(
    (a, b) => (a.accountId ?? 0) - (b.accountId ?? 0) || a.currency.localeCompare(b.currency),
  );
  await db.insert(ledgerEntries).values(ordered.map((entry) => ({ transactionId, ...entry })));
}

const balancesOfAccount = prepared((db) =>
  db
    .select({ currency: coinBalances.currency, amount: coinBalances.amount })
    .from(coinBalances)
    .where(eq(coinBalances.accountId, sql.placeholder('accountId')))
    .prepare('balances_of_account'),
);

/** Balances of an account; 0 for a currency without entries. */
export async function selectBalances(db: Db, accountId: number): Promise<Balances> {
  const balances: Balances = { premium: 0, second: 0 };
  for (const { currency, amount } of await balancesOfAccount(db).execute({ accountId }))
    balances[currency] = amount;
  return balances;
}

export type LedgerRecord = Pick<typeof ledgerEntries.$inferSelect, 'id' | 'currency' | 'amount'> &
  Omit<typeof ledgerTransactions.$inferSelect, 'id' | 'idempotencyKey'> & {
    /** The account's, of the currency, after the entry. */
    balance: number;
  };

const recordColumns = {
  id: ledgerEntries.id,
  currency: ledgerEntries.currency,
  amount: ledgerEntries.amount,
  // The database counts it for each entry that has an account.
  balance: sql<number>`${ledgerEntries.balance}`.mapWith(Number),
  reason: ledgerTransactions.reason,
  detail: ledgerTransactions.detail,
  serverId: ledgerTransactions.serverId,
  createdAt: ledgerTransactions.createdAt,
};

const entriesOfAccount = prepared((db) =>
  db
    .select(recordColumns)
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(
      and(
        eq(ledgerEntries.accountId, sql.placeholder('accountId')),
        lt(ledgerEntries.id, sql.placeholder('before')),
      ),
    )
    .orderBy(desc(ledgerEntries.id))
    .limit(sql.placeholder('limit'))
    .prepare('entries_of_account'),
);

/** The newest entries of an account, or the newest before one. */
export async function selectEntries(
  db: Db,
  page: { accountId: number; before?: number | undefined; limit: number },
): Promise<LedgerRecord[]> {
  return entriesOfAccount(db).execute({ ...page, before: page.before ?? Number.MAX_SAFE_INTEGER });
}

export type EntryFilter = {
  accountId: number;
  currency?: Coin | undefined;
  /** Reasons of transactions, these or all others. */
  reasons?: { isOneOf: string[] } | { isNoneOf: string[] } | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Coins that came or went. */
  atLeast?: number | undefined;
  atMost?: number | undefined;
};

/** The same for some of the entries. Not prepared: its plan depends on the filter. */
export async function selectFilteredEntries(
  db: Db,
  filter: EntryFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<LedgerRecord[]> {
  const isNext = before === undefined ? undefined : lt(ledgerEntries.id, before);
  // Otherwise PostgreSQL walks to the period from the account's last entry.
  const isFound =
    filter.to && !isNext ? isFoundFirst(ledgerEntries.id, selectIds(db, filter)) : isInFilter(filter);
  return db
    .select(recordColumns)
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(isFound, isNext))
    .orderBy(desc(ledgerEntries.id))
    .limit(limit);
}

/** How many entries these are, up to a number. */
export async function countFilteredEntries(db: Db, filter: EntryFilter, most: number): Promise<number> {
  return countRows(db, selectIds(db, filter).limit(most));
}

function selectIds(db: Db, filter: EntryFilter) {
  return db.select({ id: ledgerEntries.id }).from(ledgerEntries).where(isInFilter(filter));
}

/**
 * All of them belong to one account, which has an index by number and one by time. Reasons are looked up entry by entry:
 * a join may begin with the transactions of everybody. Rare reasons have an index, in which most entries aren't found.
 */
function isInFilter({ accountId, currency, reasons, from, to, atLeast, atMost }: EntryFilter) {
  const reason = sql`moved.reason`;
  const coins = sql`abs(${ledgerEntries.amount})`;
  return and(
    eq(ledgerEntries.accountId, accountId),
    currency && eq(ledgerEntries.currency, currency),
    reasons &&
      isMovedFor(
        'isOneOf' in reasons ? inArray(reason, reasons.isOneOf) : notInArray(reason, reasons.isNoneOf),
      ),
    from && gte(ledgerEntries.createdAt, from),
    to && lt(ledgerEntries.createdAt, to),
    atLeast === undefined ? undefined : sql`${coins} >= ${atLeast}`,
    atMost === undefined ? undefined : sql`${coins} <= ${atMost}`,
  );
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

export type LedgerDrift = {
  /** Examples of balances that are not the sum of their entries. */
  balances: { accountId: number; currency: string; balance: number; entries: number }[];
  balanceCount: number;
  /** Examples of entries whose balance is not the sum of the account's entries so far. */
  entries: { entryId: number; balance: number; running: number }[];
  entryCount: number;
  /** Examples of transactions that do not sum to zero. */
  transactions: { transactionId: number; currency: string; sum: number }[];
  transactionCount: number;
};

/** Recomputes everything from the entries, in one snapshot. */
export async function selectLedgerDrift(db: Db, examples: number): Promise<LedgerDrift> {
  const { rows } = await db.execute<LedgerDrift>(sql`
    with summed as (
      select account_id, currency, sum(amount) as amount from ledger_entries
      where account_id is not null group by account_id, currency
    ), drifted as (
      select account_id as "accountId", currency,
             coalesce(b.amount, 0)::float8 as balance, coalesce(s.amount, 0)::float8 as entries
      from coin_balances b full join summed s using (account_id, currency)
      where coalesce(b.amount, 0) <> coalesce(s.amount, 0)
    ), running as (
      select id, balance, sum(amount) over (partition by account_id, currency order by id) as running
      from ledger_entries where account_id is not null
    ), miscounted as (
      select id::float8 as "entryId", balance::float8 as balance, running::float8 as running
      from running where balance is distinct from running
    ), unbalanced as (
      select transaction_id::float8 as "transactionId", currency, sum(amount)::float8 as sum
      from ledger_entries group by transaction_id, currency having sum(amount) <> 0
    )
    select
      (select count(*)::int from drifted) as "balanceCount",
      (select count(*)::int from miscounted) as "entryCount",
      (select count(*)::int from unbalanced) as "transactionCount",
      (select coalesce(json_agg(d), '[]') from (select * from drifted limit ${examples}) d) as balances,
      (select coalesce(json_agg(m), '[]') from (select * from miscounted limit ${examples}) m) as entries,
      (select coalesce(json_agg(u), '[]') from (select * from unbalanced limit ${examples}) u) as transactions`);
  const [drift] = rows;
  if (!drift) throw new Error('The check of the ledger returned nothing.');
  return drift;
}

/** Stores the result of the last check. */
export async function updateLedgerCheck(db: Db, differences: number): Promise<void> {
  await db.execute(sql`update ledger_check set checked_at = now(), differences = ${differences}`);
}

export async function selectLedgerCheck(db: Db): Promise<{ differences: number }> {
  const { rows } = await db.execute<{ differences: number }>(sql`select differences from ledger_check`);
  const [row] = rows;
  if (!row) throw new Error('The row of the last ledger check is missing.');
  return row;
}

function isMovedFor(reason: SQL): SQL {
  return sql`(
    select true from ledger_transactions as moved where moved.id = ${ledgerEntries.transactionId} and ${reason} offset 0)`;
}

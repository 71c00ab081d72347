import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const currency = () => text('currency', { enum: ['premium', 'second'] }).notNull();

export const ledgerTransactions = pgTable('ledger_transactions', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  reason: text('reason').notNull(),
  /** What the coins were for: the order's product, or what the game says. */
  detail: text('detail'),
  /** The game server whose bridge moved the coins. Null: the portal did. */
  serverId: integer('server_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const ledgerEntries = pgTable('ledger_entries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  transactionId: bigint('transaction_id', { mode: 'number' }).notNull(),
  /** Null: the portal's side of a movement. */
  accountId: integer('account_id'),
  currency: currency(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  /** The account's afterwards, set by the database. Null for the portal's side. */
  balance: bigint('balance', { mode: 'number' }),
  /** The transaction's, for an index by account and time. */
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const coinBalances = pgTable(
  'coin_balances',
  {
    accountId: integer('account_id').notNull(),
    currency: currency(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.currency] })],
);

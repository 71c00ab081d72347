import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What each game server took from an account and returned to it, so that it never returns more. */
export const gameCoinTotals = pgTable(
  'game_coin_totals',
  {
    accountId: integer('account_id').notNull(),
    serverId: integer('server_id').notNull(),
    currency: text('currency', { enum: ['premium', 'second'] }).notNull(),
    debited: bigint('debited', { mode: 'number' }).notNull(),
    credited: bigint('credited', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.serverId, table.currency] })],
);

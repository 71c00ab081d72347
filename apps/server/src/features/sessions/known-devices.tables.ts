import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, time } from '#platform/db/columns.ts';

export const knownDevices = pgTable('known_devices', {
  tokenHash: bytes('token_hash').primaryKey(),
  accountId: integer('account_id').notNull(),
  lastUsedAt: time('last_used_at').notNull().defaultNow(),
});

export const knownNetworks = pgTable(
  'known_networks',
  {
    accountId: integer('account_id').notNull(),
    /** As `networkOf` names it. */
    network: text('network').notNull(),
    lastUsedAt: time('last_used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.network] })],
);

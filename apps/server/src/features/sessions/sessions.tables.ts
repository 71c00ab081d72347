import { integer, pgTable } from 'drizzle-orm/pg-core';
import { bytes, time } from '#platform/db/columns.ts';

export const sessions = pgTable('sessions', {
  tokenHash: bytes('token_hash').primaryKey(),
  accountId: integer('account_id').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  lastUsedAt: time('last_used_at').notNull().defaultNow(),
});

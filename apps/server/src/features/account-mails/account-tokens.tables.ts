import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '#platform/db/columns.ts';

export const accountTokens = pgTable('account_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  accountId: integer('account_id').notNull(),
  purpose: text('purpose', {
    enum: ['confirm_email', 'reset_password', 'change_email', 'not_me', 'undo_email'],
  }).notNull(),
  email: text('email').notNull(),
  mailId: uuid('mail_id').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
});

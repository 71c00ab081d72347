import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, time } from '#platform/db/columns.ts';

export const sessions = pgTable('sessions', {
  tokenHash: bytes('token_hash').primaryKey(),
  accountId: integer('account_id').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  lastUsedAt: time('last_used_at').notNull().defaultNow(),
  /** As `browserOf` names it. */
  browser: text('browser'),
  /** As `shownNetworkOf` names it. */
  network: text('network'),
  /** When the holder last proved who they are. */
  verifiedAt: time('verified_at').notNull().defaultNow(),
});

export const signIns = pgTable(
  'sign_ins',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    accountId: integer('account_id').notNull(),
    at: time('at').notNull().defaultNow(),
    outcome: text('outcome', { enum: ['signed_in', 'wrong_password', 'wrong_code'] }).notNull(),
    method: text('method', {
      enum: ['password', 'totp', 'recovery_code', 'passkey', 'passkey_alone', 'passkey_second_step'],
    }).notNull(),
    browser: text('browser'),
    network: text('network'),
    isNewDevice: boolean('is_new_device').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, time } from '#platform/db/columns.ts';

export const passkeys = pgTable('passkeys', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  accountId: integer('account_id').notNull(),
  credentialId: bytes('credential_id').notNull(),
  publicKey: bytes('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports')
    .array()
    .notNull()
    .default(sql`'{}'`),
  name: text('name').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  lastUsedAt: time('last_used_at'),
});

export type PasskeyRow = typeof passkeys.$inferSelect;

export const passkeyChallenges = pgTable('passkey_challenges', {
  challengeHash: bytes('challenge_hash').primaryKey(),
  purpose: text('purpose', { enum: ['register', 'sign_in', 'second_factor', 'sudo'] }).notNull(),
  accountId: integer('account_id'),
  expiresAt: time('expires_at').notNull(),
});

import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, time } from '#platform/db/columns.ts';

export const totpFactors = pgTable('totp_factors', {
  accountId: integer('account_id').primaryKey(),
  keyId: text('key_id').notNull(),
  sealed: bytes('sealed').notNull(),
  confirmedAt: time('confirmed_at').notNull().defaultNow(),
  /** The newest step whose code was used. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
});

export const totpSetups = pgTable('totp_setups', {
  accountId: integer('account_id').primaryKey(),
  keyId: text('key_id').notNull(),
  sealed: bytes('sealed').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: integer('account_id').notNull(),
    codeHash: bytes('code_hash').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

export const factorRemovals = pgTable('factor_removals', {
  accountId: integer('account_id').primaryKey(),
  staffId: integer('staff_id'),
  reason: text('reason').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  dueAt: time('due_at').notNull(),
});

export const securityPolicy = pgTable('security_policy', {
  id: integer('id').primaryKey().default(1),
  isStaffFactorRequired: boolean('is_staff_factor_required').notNull().default(false),
  revision: integer('revision').notNull().default(1),
});

import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const accounts = pgTable(
  'accounts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userName: text('user_name').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    emailConfirmedAt: time('email_confirmed_at'),
    pendingEmail: text('pending_email'),
    permission: integer('permission').notNull().default(0),
    webMgt: bigint('web_mgt', { mode: 'number' }).notNull().default(1),
    sections: text('sections')
      .array()
      .notNull()
      .default(sql`'{}'`),
    roleId: integer('role_id'),
    avatarUrl: text('avatar_url'),
    hasClaimedVeteranPackage: boolean('has_claimed_veteran_package').notNull().default(false),
    hasClaimedFounderPackage: boolean('has_claimed_founder_package').notNull().default(false),
    agaiaClubExpiresAt: time('agaia_club_expires_at'),
    registeredAt: time('registered_at').notNull().defaultNow(),
    referralId: bigint('referral_id', { mode: 'number' }),
    revision: integer('revision').notNull().default(1),
    reference: uuid('reference').notNull().defaultRandom(),
    erasedAt: time('erased_at'),
    factorsAdded: integer('factors_added').notNull().default(0),
    factorsSince: time('factors_since'),
  },
  (table) => [
    uniqueIndex('accounts_user_name_key').on(sql`lower(${table.userName})`),
    uniqueIndex('accounts_email_key').on(sql`lower(${table.email})`),
  ],
);

/** Kept in sync with accounts by triggers. Names and addresses are in lower case. */
export const accountSearch = pgTable('account_search', {
  accountId: integer('account_id').primaryKey(),
  userName: text('user_name').notNull(),
  email: text('email').notNull(),
  registeredAt: time('registered_at').notNull(),
});

export const bans = pgTable('bans', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  accountId: integer('account_id').notNull(),
  startsAt: time('starts_at').notNull().defaultNow(),
  endsAt: time('ends_at'),
  ip: text('ip'),
  /** The network that is banned in addition to the account. */
  network: text('network'),
  description: text('description').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: time('created_at').notNull().defaultNow(),
});

import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

/** One row for each account, which a trigger adds: what its sign-ins and days of activity change. */
export const accountActivity = pgTable('account_activity', {
  accountId: integer('account_id').primaryKey(),
  /** Grows with each change of what proves who the account is. Only triggers write it. */
  proofs: integer('proofs').notNull().default(0),
  lastActiveOn: date('last_active_on'),
  previousActiveOn: date('previous_active_on'),
  lastLoginAt: time('last_login_at'),
  lastLoginIp: text('last_login_ip'),
  lastIp: text('last_ip'),
});

export const activityDays = pgTable(
  'activity_days',
  {
    day: date('day').notNull(),
    accountId: integer('account_id').notNull(),
    previousDay: date('previous_day'),
    signIns: integer('sign_ins').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.accountId] })],
);

import { date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';

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

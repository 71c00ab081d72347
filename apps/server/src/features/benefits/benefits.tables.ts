import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const accountBenefits = pgTable(
  'account_benefits',
  {
    accountId: integer('account_id').notNull(),
    benefitId: integer('benefit_id').notNull(),
    availableUntil: timestamp('available_until', { withTimezone: true }).notNull(),
    revision: integer('revision').notNull().default(1),
    grantKey: text('grant_key').notNull().unique(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.benefitId] })],
);

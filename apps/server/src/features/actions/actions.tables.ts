import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const accountPacks = pgTable(
  'account_packs',
  {
    accountId: integer('account_id').notNull(),
    pack: text('pack', { enum: ['veteran', 'founder', 'content_creator', 'staff'] }).notNull(),
    availableUntil: time('available_until'),
    grantKey: text('grant_key').notNull().unique(),
    endedAt: time('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.pack] })],
);

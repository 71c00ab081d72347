import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

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

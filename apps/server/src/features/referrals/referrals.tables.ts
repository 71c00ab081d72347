import { sql } from 'drizzle-orm';
import { bigint, date, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes } from '#platform/db/columns.ts';

export const referrals = pgTable(
  'referrals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    viewerId: text('viewer_id').notNull(),
    landingUrl: text('landing_url').notNull(),
    landingHash: bytes('landing_hash').notNull(),
    recordedOn: date('recorded_on')
      .notNull()
      .default(sql`(now() at time zone 'UTC')::date`),
    visitedAt: timestamp('visited_at', { withTimezone: true }).notNull(),
    source: text('source').notNull(),
    medium: text('medium'),
    campaign: text('campaign'),
    content: text('content').notNull(),
    term: text('term'),
  },
  (table) => [
    uniqueIndex('referrals_viewer_page_day_key').on(table.viewerId, table.landingHash, table.recordedOn),
  ],
);

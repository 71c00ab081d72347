import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const seeds = pgTable('seeds', {
  name: text().primaryKey(),
  seededAt: timestamp('seeded_at', { withTimezone: true }).notNull().defaultNow(),
});

import { integer, pgTable } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const accountErasures = pgTable('account_erasures', {
  accountId: integer('account_id').primaryKey(),
  requestedAt: time('requested_at').notNull().defaultNow(),
  dueAt: time('due_at').notNull(),
  staffId: integer('staff_id'),
  begunAt: time('begun_at'),
  erasedAt: time('erased_at'),
  finishedAt: time('finished_at'),
});

import type { BulkActionInput } from '@waygate/contract/bulk/bulk.schemas';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const bulkLists = pgTable('bulk_lists', {
  id: uuid('id').primaryKey(),
  staffId: integer('staff_id').notNull(),
  action: text('action').$type<BulkActionInput['action']>().notNull(),
  details: jsonb('details').$type<BulkActionInput>().notNull(),
  reason: text('reason').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  finishedAt: time('finished_at'),
  stoppedAt: time('stopped_at'),
});

export const bulkRows = pgTable(
  'bulk_rows',
  {
    listId: uuid('list_id').notNull(),
    accountId: integer('account_id').notNull(),
    state: text('state', { enum: ['waiting', 'done', 'already', 'failed', 'untried'] })
      .notNull()
      .default('waiting'),
    message: text('message'),
    settledAt: time('settled_at'),
  },
  (table) => [primaryKey({ columns: [table.listId, table.accountId] })],
);

export type BulkListRow = typeof bulkLists.$inferSelect;
export type BulkRowState = (typeof bulkRows.$inferSelect)['state'];

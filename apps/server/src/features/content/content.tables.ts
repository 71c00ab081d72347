import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

/** What every table of texts has that are drafts or published. */
export const contentColumns = () => ({
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  status: text('status', { enum: ['draft', 'published'] })
    .notNull()
    .default('draft'),
  title: text('title').notNull(),
  body: text('body').notNull(),
  bodyHtml: text('body_html').notNull(),
  publishedAt: time('published_at'),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  /** Counts changes, so that of two editors the second learns of the first. */
  revision: integer('revision').notNull().default(1),
});

const anyContent = pgTable('any_content', contentColumns());

/** Stands for each of these tables. */
export type ContentTable = typeof anyContent;
export type ContentRow = ContentTable['$inferSelect'];
export type NewContentRow = ContentTable['$inferInsert'];

import { integer, type PgColumnBuilderBase, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

/** The columns shared by all tables of drafts and published texts. */
const contentColumns = () => ({
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
  /** Counts changes, to detect concurrent edits. */
  revision: integer('revision').notNull().default(1),
});

/** A table of texts with these columns besides those that all of them have. */
export function contentTable<Columns extends Record<string, PgColumnBuilderBase>>(
  // Drizzle keeps a literal name in the table's type, by which no table would be like another.
  name: string,
  columns: Columns,
) {
  return pgTable(name, { ...contentColumns(), ...columns });
}

const anyContent = contentTable('any_content', {});

/** Any of these tables. */
export type ContentTable = typeof anyContent;
export type ContentRow = ContentTable['$inferSelect'];
export type NewContentRow = ContentTable['$inferInsert'];

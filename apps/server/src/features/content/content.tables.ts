import { integer, jsonb, type PgColumnBuilderBase, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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
  /** Visitors read a published row from then on. */
  publishedAt: time('published_at'),
  /** Null: without an end. */
  publishedUntil: time('published_until'),
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

/** The table of what is edited, by its name. The site settings are its only record, with id 1. */
const CONTENT_KINDS = ['news', 'patch_notes', 'site_settings'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** What staff are typing. */
export const contentDrafts = pgTable(
  'content_drafts',
  {
    authorId: integer('author_id').notNull(),
    kind: text('kind', { enum: CONTENT_KINDS }).notNull(),
    /** 0: a text that isn't created yet. */
    recordId: integer('record_id').notNull(),
    changes: jsonb('changes').$type<Record<string, string>>().notNull(),
    revision: integer('revision'),
    savedAt: time('saved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.authorId, table.kind, table.recordId] })],
);

/** Each saved version of a text. */
export const contentRevisions = pgTable(
  'content_revisions',
  {
    kind: text('kind', { enum: CONTENT_KINDS }).notNull(),
    recordId: integer('record_id').notNull(),
    revision: integer('revision').notNull(),
    authorId: integer('author_id'),
    savedAt: time('saved_at').notNull().defaultNow(),
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.recordId, table.revision] })],
);

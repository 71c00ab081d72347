import { date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const patchNotes = pgTable('patch_notes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  status: text({ enum: ['draft', 'published'] })
    .notNull()
    .default('draft'),
  version: text().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  bodyHtml: text('body_html').notNull(),
  /** YYYY-MM-DD. */
  releaseDate: date('release_date').notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

export type PatchNoteRow = typeof patchNotes.$inferSelect;
export type NewPatchNoteRow = typeof patchNotes.$inferInsert;

import { date, pgTable, text } from 'drizzle-orm/pg-core';
import { contentColumns } from '#features/content/content.ts';

export const patchNotes = pgTable('patch_notes', {
  ...contentColumns(),
  /** The game's; `revision` counts changes of the text. */
  version: text('version').notNull(),
  /** YYYY-MM-DD. */
  releaseDate: date('release_date').notNull(),
});

export type PatchNoteRow = typeof patchNotes.$inferSelect;
export type NewPatchNoteRow = typeof patchNotes.$inferInsert;

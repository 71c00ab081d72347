import { date, text } from 'drizzle-orm/pg-core';
import { contentTable } from '#features/content/content.ts';

export const patchNotes = contentTable('patch_notes', {
  /** The game's version. `revision` counts changes of the text. */
  version: text('version').notNull(),
  /** YYYY-MM-DD. */
  releaseDate: date('release_date').notNull(),
});

export type PatchNoteRow = typeof patchNotes.$inferSelect;
export type NewPatchNoteRow = typeof patchNotes.$inferInsert;

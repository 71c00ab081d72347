import type { PatchNoteItem } from '@waygate/contract/patch-notes/patch-notes.schemas';
import { sql } from 'drizzle-orm';
import { date, jsonb, text } from 'drizzle-orm/pg-core';
import { contentTable } from '#features/content/content.ts';

export const patchNotes = contentTable('patch_notes', {
  /** The game's version. `revision` counts changes of the text. */
  version: text('version').notNull(),
  /** YYYY-MM-DD. */
  releaseDate: date('release_date').notNull(),
  // Both are generated from the HTML. Migration 0088 has the full expressions.
  summary: text('summary')
    .notNull()
    .generatedAlwaysAs(sql`first_words(html_to_text(body_html))`),
  changes: jsonb('changes')
    .$type<PatchNoteItem['changes']>()
    .notNull()
    .generatedAlwaysAs(sql`patch_changes(body_html)`),
});

export type PatchNoteRow = typeof patchNotes.$inferSelect;
export type NewPatchNoteRow = typeof patchNotes.$inferInsert;

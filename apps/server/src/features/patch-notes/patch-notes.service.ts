import { patchNoteTextSchema } from '@waygate/contract/patch-notes/patch-notes.admin.schemas';
import { createContentEditor } from '#features/content/content.ts';
import type { Db } from '#platform/db/database.ts';
import { renderMarkdown } from '#platform/markdown/render-markdown.ts';
import { presentAdminPatchNote } from './patch-notes.presenter.ts';
import { patchNotesStore } from './patch-notes.queries.ts';
import type { NewPatchNoteRow } from './patch-notes.tables.ts';

/** A patch note's input. */
export type PatchNoteText = {
  status: 'draft' | 'published';
  version: string;
  title: string;
  /** Markdown. */
  body: string;
  /** YYYY-MM-DD. */
  releaseDate: string;
  publishAt?: Date | null | undefined;
  publishUntil?: Date | null | undefined;
};

/** Renders a patch note into a row for `insertPatchNotes`, before any transaction, so that none waits for rendering. */
export async function composePatchNote(text: PatchNoteText, authorId?: number): Promise<NewPatchNoteRow> {
  const { status, version, title, body, releaseDate, publishAt, publishUntil } = text;
  const bodyHtml = await renderMarkdown(body, { authorId });
  return {
    status,
    publishedAt: publishAt,
    publishedUntil: publishUntil,
    version,
    title,
    body,
    bodyHtml,
    releaseDate,
  };
}

/** Inserts composed patch notes in one statement. Published ones without `publishedAt` get the current time. */
export async function insertPatchNotes(db: Db, rows: NewPatchNoteRow[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const inserted = await patchNotesStore.insert(db, rows);
  return inserted.map(({ id }) => id);
}

/** How staff edit patch notes. */
export const patchNotesEditor = createContentEditor({
  store: patchNotesStore,
  kind: 'patch_note',
  table: 'patch_notes',
  section: 'patchNotes',
  schema: patchNoteTextSchema,
  compose: composePatchNote,
  present: presentAdminPatchNote,
  fields: ['version', 'title', 'body', 'releaseDate', 'status', 'publishedAt', 'publishedUntil'],
  missing: 'Patch note not found.',
});

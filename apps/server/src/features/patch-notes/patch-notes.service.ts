import type { Db } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import { renderMarkdown } from '#platform/markdown/render-markdown.ts';
import { insertPatchNoteRows, updatePatchNoteRow } from './patch-notes.queries.ts';
import type { NewPatchNoteRow } from './patch-notes.tables.ts';

/** A patch note as it is written. */
export type PatchNoteText = {
  status: 'draft' | 'published';
  version: string;
  title: string;
  /** Markdown. */
  body: string;
  /** YYYY-MM-DD. */
  releaseDate: string;
};

/** Renders the text; what comes back is ready for `insertPatchNotes`, so that no transaction waits for rendering. */
export async function composePatchNote(text: PatchNoteText): Promise<NewPatchNoteRow> {
  return { ...text, bodyHtml: await renderMarkdown(text.body) };
}

/** Writes composed patch notes in one statement. Published ones without a time are published now. */
export async function insertPatchNotes(db: Db, rows: NewPatchNoteRow[]): Promise<number[]> {
  if (rows.length === 0) return [];
  return insertPatchNoteRows(db, rows);
}

/** @returns the new patch note's id */
export async function createPatchNote(db: Db, text: PatchNoteText): Promise<number> {
  const [id] = await insertPatchNotes(db, [await composePatchNote(text)]);
  if (id === undefined) throw new Error('The database returned no id for an inserted patch note.');
  return id;
}

/** Rewrites the patch note. The time of its first publishing is kept. */
export async function updatePatchNote(db: Db, id: number, text: PatchNoteText): Promise<void> {
  const row = await composePatchNote(text);
  if (!(await updatePatchNoteRow(db, id, row))) throw notFound('Patch note not found.');
}

import type { NewsText } from '@waygate/contract/news/news.admin.schemas';
import { composeNews, insertNews } from '#features/news/news.service.ts';
import {
  composePatchNote,
  insertPatchNotes,
  type PatchNoteText,
} from '#features/patch-notes/patch-notes.service.ts';
import type { Db } from '#platform/db/database.ts';

/** @returns the new article's id */
export async function createNews(db: Db, text: NewsText): Promise<number> {
  const [id] = await insertNews(db, [await composeNews(text)]);
  if (id === undefined) throw new Error('The database returned no id for an inserted article.');
  return id;
}

/** @returns the new patch note's id */
export async function createPatchNote(db: Db, text: PatchNoteText): Promise<number> {
  const [id] = await insertPatchNotes(db, [await composePatchNote(text)]);
  if (id === undefined) throw new Error('The database returned no id for an inserted patch note.');
  return id;
}

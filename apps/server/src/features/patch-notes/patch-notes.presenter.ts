import type { PatchNote, PatchNoteItem } from '@waygate/contract/patch-notes/patch-notes.schemas';
import type { PatchNoteListRow } from './patch-notes.queries.ts';
import type { PatchNoteRow } from './patch-notes.tables.ts';

export function presentPatchNoteItem(row: PatchNoteListRow): PatchNoteItem {
  return { id: row.id, version: row.version, title: row.title, releaseDate: row.releaseDate };
}

export function presentPatchNote(row: PatchNoteRow): PatchNote {
  return { ...presentPatchNoteItem(row), body: row.body, bodyHtml: row.bodyHtml };
}

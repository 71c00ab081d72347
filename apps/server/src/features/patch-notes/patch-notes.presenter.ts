import type {
  AdminPatchNote,
  AdminPatchNoteItem,
} from '@waygate/contract/patch-notes/patch-notes.admin.schemas';
import type { PatchNote, PatchNoteItem } from '@waygate/contract/patch-notes/patch-notes.schemas';
import type { Listed } from '#features/content/content.ts';
import type { PatchNoteRow } from './patch-notes.tables.ts';

export function presentPatchNoteItem(row: Listed<PatchNoteRow>): PatchNoteItem {
  const { id, version, title, releaseDate, summary, changes } = row;
  return { id, version, title, releaseDate, summary, changes };
}

export function presentPatchNote(row: PatchNoteRow): PatchNote {
  return { ...presentPatchNoteItem(row), body: row.body, bodyHtml: row.bodyHtml };
}

export function presentAdminPatchNoteItem(row: Listed<PatchNoteRow>): AdminPatchNoteItem {
  return {
    ...presentPatchNoteItem(row),
    status: row.status,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    publishedUntil: row.publishedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    revision: row.revision,
  };
}

export function presentAdminPatchNote(row: PatchNoteRow): AdminPatchNote {
  return { ...presentAdminPatchNoteItem(row), ...presentPatchNote(row) };
}

import type { ContentStatus } from '@waygate/contract/content-status';
import type { AdminPatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.schemas';
import type { ReadPatchNote } from '@waygate/contract/patch-notes/patch-notes.schemas';

/** A patch note's form. */
export type PatchNoteForm = {
  version: string;
  title: string;
  /** YYYY-MM-DD, '' for none yet. */
  releaseDate: string;
  /** Markdown. */
  body: string;
  status: ContentStatus;
  /** ISO 8601; '' for as soon as it is published, and for no end. */
  publishAt: string;
  publishUntil: string;
};

export const BLANK_PATCH_NOTE: PatchNoteForm = {
  version: '',
  title: '',
  releaseDate: '',
  body: '',
  status: 'draft',
  publishAt: '',
  publishUntil: '',
};

export function patchNoteFormOf({
  version,
  title,
  releaseDate,
  body,
  status,
  publishedAt,
  publishedUntil,
}: AdminPatchNote): PatchNoteForm {
  const times = { publishAt: publishedAt ?? '', publishUntil: publishedUntil ?? '' };
  return { version, title, releaseDate, body, status, ...times };
}

/** The request body. */
export function patchNoteTextOf({ version, title, publishAt, publishUntil, ...form }: PatchNoteForm) {
  return {
    ...form,
    version: version.trim(),
    title: title.trim(),
    // With their fractions, so that saving a text doesn't move it.
    publishAt: publishAt || null,
    publishUntil: publishUntil || null,
  };
}

/** What its page would show. */
export function readPatchNoteOf(form: PatchNoteForm, bodyHtml: string): ReadPatchNote {
  const { version, title, releaseDate, body } = patchNoteTextOf(form);
  // The page doesn't show these.
  const listed = { summary: '', changes: { new: 0, changed: 0, fixed: 0 } };
  return { id: 0, version, title, releaseDate, ...listed, body, bodyHtml, next: null };
}

import type { ContentStatus } from '@waygate/contract/content-status';
import type { AdminPatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.schemas';

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

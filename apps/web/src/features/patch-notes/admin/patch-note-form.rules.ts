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
};

export const BLANK_PATCH_NOTE: PatchNoteForm = {
  version: '',
  title: '',
  releaseDate: '',
  body: '',
  status: 'draft',
};

export function patchNoteFormOf({
  version,
  title,
  releaseDate,
  body,
  status,
}: AdminPatchNote): PatchNoteForm {
  return { version, title, releaseDate, body, status };
}

/** The request body. */
export function patchNoteTextOf({ version, title, ...form }: PatchNoteForm) {
  return { ...form, version: version.trim(), title: title.trim() };
}

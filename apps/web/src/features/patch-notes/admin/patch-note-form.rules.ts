import type { AdminPatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.schemas';
import type { ReadPatchNote } from '@waygate/contract/patch-notes/patch-notes.schemas';
import {
  BLANK_PUBLISHING,
  publishingBodyOf,
  type PublishingForm,
  publishingFormOf,
} from '#features/content/admin/publishing-form.rules.ts';

/** A patch note's form. */
export type PatchNoteForm = PublishingForm & {
  version: string;
  title: string;
  /** YYYY-MM-DD, '' for none yet. */
  releaseDate: string;
  /** Markdown. */
  body: string;
};

export const BLANK_PATCH_NOTE: PatchNoteForm = {
  version: '',
  title: '',
  releaseDate: '',
  body: '',
  ...BLANK_PUBLISHING,
};

export function patchNoteFormOf({
  version,
  title,
  releaseDate,
  body,
  ...published
}: AdminPatchNote): PatchNoteForm {
  return { version, title, releaseDate, body, ...publishingFormOf(published) };
}

/** The request body. */
export function patchNoteTextOf({ version, title, ...form }: PatchNoteForm) {
  return {
    ...form,
    version: version.trim(),
    title: title.trim(),
    ...publishingBodyOf(form),
  };
}

/** What its page would show. */
export function readPatchNoteOf(form: PatchNoteForm, bodyHtml: string): ReadPatchNote {
  const { version, title, releaseDate, body } = patchNoteTextOf(form);
  // The page doesn't show these.
  const listed = { summary: '', changes: { new: 0, changed: 0, fixed: 0 } };
  return { id: 0, version, title, releaseDate, ...listed, body, bodyHtml, next: null };
}

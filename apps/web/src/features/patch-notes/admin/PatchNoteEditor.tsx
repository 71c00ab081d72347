import {
  createPatchNote,
  deletePatchNoteDraft,
  getPatchNoteDraft,
  getPatchNoteRevision,
  listPatchNoteRevisions,
  restorePatchNoteRevision,
  savePatchNoteDraft,
  updatePatchNote,
} from '@waygate/contract/patch-notes/patch-notes.admin.endpoints';
import type { AdminPatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.schemas';
import type { ReadPatchNote } from '@waygate/contract/patch-notes/patch-notes.schemas';
import { ContentEditor } from '#features/content/admin/ContentEditor.tsx';
import type { PageOf } from '#features/content/admin/preview/page-preview.ts';
import { PUBLISHING_COMPARED } from '#features/content/admin/publishing-form.rules.ts';
import type { ContentKind } from '#features/content/admin/use-content-editor.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import {
  BLANK_PATCH_NOTE,
  type PatchNoteForm,
  patchNoteFormOf,
  patchNoteTextOf,
  readPatchNoteOf,
} from './patch-note-form.rules.ts';
import { PatchNoteFields } from './PatchNoteFields.tsx';

const PATCH_NOTES: ContentKind<PatchNoteForm, typeof updatePatchNote> = {
  noun: 'patch note',
  create: createPatchNote,
  update: updatePatchNote,
  drafts: { read: getPatchNoteDraft, save: savePatchNoteDraft, remove: deletePatchNoteDraft },
  revisions: { list: listPatchNoteRevisions, read: getPatchNoteRevision, restore: restorePatchNoteRevision },
  revisionLabels: { version: 'Version', title: 'Title', releaseDate: 'Release date', body: 'Text' },
  blank: BLANK_PATCH_NOTE,
  toForm: patchNoteFormOf,
  revisionOf: ({ revision }) => revision,
  toText: patchNoteTextOf,
  publishingOf: (patchNote) => patchNote,
  compared: [
    { label: 'Version', value: ({ version }) => version },
    { label: 'Title', value: ({ title }) => title },
    { label: 'Release date', value: ({ releaseDate }) => releaseDate },
    ...PUBLISHING_COMPARED,
    { label: 'Text', value: ({ body }) => body },
  ],
  listPath: adminPaths.patchNotes,
  queryKey: 'patch-notes',
  draftKey: 'patch note',
};

type PatchNoteEditorProps = {
  patchNote?: AdminPatchNote;
  /** The public page. */
  Page: PageOf<ReadPatchNote>;
};

/** Creates or edits a patch note. */
export function PatchNoteEditor({ patchNote, Page }: PatchNoteEditorProps) {
  return (
    <ContentEditor
      kind={PATCH_NOTES}
      entry={patchNote}
      Fields={PatchNoteFields}
      preview={{ Page, contentOf: readPatchNoteOf }}
    />
  );
}

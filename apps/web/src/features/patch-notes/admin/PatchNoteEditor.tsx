import { createPatchNote, updatePatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.endpoints';
import type { AdminPatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.schemas';
import { ContentEditor } from '#features/content/admin/ContentEditor.tsx';
import type { ContentKind } from '#features/content/admin/use-content-editor.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import {
  BLANK_PATCH_NOTE,
  type PatchNoteForm,
  patchNoteFormOf,
  patchNoteTextOf,
} from './patch-note-form.rules.ts';
import { PatchNoteFields } from './PatchNoteFields.tsx';

const PATCH_NOTES: ContentKind<PatchNoteForm, typeof updatePatchNote> = {
  noun: 'patch note',
  create: createPatchNote,
  update: updatePatchNote,
  blank: BLANK_PATCH_NOTE,
  toForm: patchNoteFormOf,
  revisionOf: ({ revision }) => revision,
  toText: patchNoteTextOf,
  statusOf: ({ status }) => status,
  compared: [
    { label: 'Version', value: ({ version }) => version },
    { label: 'Title', value: ({ title }) => title },
    { label: 'Release date', value: ({ releaseDate }) => releaseDate },
    { label: 'Status', value: ({ status }) => (status === 'published' ? 'Published' : 'Draft') },
    { label: 'Text', value: ({ body }) => body },
  ],
  listPath: adminPaths.patchNotes,
  queryKey: 'patch-notes',
  draftKey: 'patch note',
};

/** Creates or edits a patch note. */
export function PatchNoteEditor({ patchNote }: { patchNote?: AdminPatchNote }) {
  return <ContentEditor kind={PATCH_NOTES} entry={patchNote} Fields={PatchNoteFields} />;
}

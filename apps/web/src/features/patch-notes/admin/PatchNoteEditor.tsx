import { createPatchNote, updatePatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.endpoints';
import type { AdminPatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.schemas';
import { useNavigate } from 'react-router';
import { MarkdownEditor } from '#features/admin/editor/MarkdownEditor.tsx';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { ContentEditor } from '#features/content/admin/ContentEditor.tsx';
import { uploadPicture } from '#features/content/admin/upload-picture.ts';
import { useContentEditor } from '#features/content/admin/use-content-editor.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import {
  BLANK_PATCH_NOTE,
  type PatchNoteForm,
  patchNoteFormOf,
  patchNoteTextOf,
} from './patch-note-form.rules.ts';
import { PatchNoteFields } from './PatchNoteFields.tsx';

const COMPARED: ConflictField<PatchNoteForm>[] = [
  { label: 'Version', value: ({ version }) => version },
  { label: 'Title', value: ({ title }) => title },
  { label: 'Release date', value: ({ releaseDate }) => releaseDate },
  { label: 'Status', value: ({ status }) => (status === 'published' ? 'Published' : 'Draft') },
  { label: 'Text', value: ({ body }) => body },
];

/** Writes a patch note, or rewrites one. */
export function PatchNoteEditor({ patchNote }: { patchNote?: AdminPatchNote }) {
  const navigate = useNavigate();
  const { send, isBusy, error, fieldErrors, conflict, reset } = useSaving(patchNote?.id);
  const editing = useContentEditor(
    patchNote
      ? { form: patchNoteFormOf(patchNote), revision: patchNote.revision }
      : { form: BLANK_PATCH_NOTE, revision: undefined },
    {
      draftKey: `patch note ${patchNote?.id ?? 'new'}`,
      send,
      onSaved: () => void navigate(adminPaths.patchNotes),
    },
  );
  const { form, change } = editing;
  // Presented by the endpoint itself, in its own shape.
  const theirs = conflict as AdminPatchNote | undefined;
  return (
    <ContentEditor
      editing={editing}
      isBusy={isBusy}
      error={error}
      listPath={adminPaths.patchNotes}
      theirs={theirs && { form: patchNoteFormOf(theirs), revision: theirs.revision }}
      compared={COMPARED}
      onSettled={reset}
      fields={<PatchNoteFields form={form} errors={fieldErrors} onChange={change} />}
    >
      <MarkdownEditor
        label="Text"
        value={form.body}
        error={fieldErrors.body}
        isDisabled={isBusy}
        uploadPicture={uploadPicture}
        onChange={(body) => change({ body })}
      />
    </ContentEditor>
  );
}

function useSaving(patchNoteId: number | undefined) {
  const words = {
    success: ({ status }: AdminPatchNote) =>
      status === 'published' ? 'The patch note is on the site.' : 'The draft is saved.',
    invalidates: [['patch-notes'], ['audit']],
  };
  const creation = useAdminMutation(createPatchNote, { ...words, failure: 'Failed to create patch note' });
  const update = useAdminMutation(updatePatchNote, { ...words, failure: 'Failed to update patch note' });
  if (patchNoteId === undefined) {
    return { ...creation, send: (form: PatchNoteForm) => creation.submit({ body: patchNoteTextOf(form) }) };
  }
  return {
    ...update,
    send: (form: PatchNoteForm, revision: number | undefined) =>
      update.submit({ params: { id: String(patchNoteId) }, body: { ...patchNoteTextOf(form), revision } }),
  };
}

import { getAdminPatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.endpoints';
import { lazy } from 'react';
import { Link, useParams } from 'react-router';
import { call } from '#api/call.ts';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { OpenedText } from '#features/content/admin/OpenedText.tsx';
import { PatchNoteEditor } from '#features/patch-notes/admin/PatchNoteEditor.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';

// The public page's own chunk, whose size visitors pay for.
const PatchNotePage = lazy(async () => {
  const { PatchNotePage: Loaded } = await import('#pages/patch-notes/PatchNotePage.tsx');
  return { default: Loaded };
});

function AdminPatchNotePage() {
  const { patchNoteId } = useParams();
  return (
    <AdminSection
      section="patchNotes"
      title={patchNoteId === undefined ? 'New patch note' : 'Edit patch note'}
      toolbar={<Link to={adminPaths.patchNotes}>Back to all patch notes</Link>}
    >
      {patchNoteId === undefined ? (
        <PatchNoteEditor Page={PatchNotePage} />
      ) : (
        <OpenedText
          key={patchNoteId}
          queryKey={['patch-notes', patchNoteId]}
          load={(signal) => call(getAdminPatchNote, { params: { id: patchNoteId } }, { signal })}
          failure="The patch note could not be loaded."
          caption="the patch note"
        >
          {(patchNote) => <PatchNoteEditor patchNote={patchNote} Page={PatchNotePage} />}
        </OpenedText>
      )}
    </AdminSection>
  );
}

export const route = adminPage('patchNote', AdminPatchNotePage);

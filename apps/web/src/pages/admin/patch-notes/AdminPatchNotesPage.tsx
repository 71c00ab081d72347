import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { PatchNotesDesk } from '#features/patch-notes/admin/PatchNotesDesk.tsx';

function AdminPatchNotesPage() {
  return (
    <AdminSection section="patchNotes">
      <PatchNotesDesk />
    </AdminSection>
  );
}

export const route = adminPage('patchNotes', AdminPatchNotesPage);

import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { PatchNotesAdmin } from '#features/patch-notes/admin/PatchNotesAdmin.tsx';

function AdminPatchNotesPage() {
  return (
    <AdminSection section="patchNotes">
      <PatchNotesAdmin />
    </AdminSection>
  );
}

export const route = adminPage('patchNotes', AdminPatchNotesPage);

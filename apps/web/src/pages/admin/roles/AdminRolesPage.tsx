import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { RoleList } from '#features/roles/admin/RoleList.tsx';

function AdminRolesPage() {
  return (
    <AdminSection section="roles">
      <RoleList />
    </AdminSection>
  );
}

export const route = adminPage('roles', AdminRolesPage);

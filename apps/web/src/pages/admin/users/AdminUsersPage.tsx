import { UserList } from '#features/accounts/admin/UserList.tsx';
import { AdminSection } from '#features/admin/AdminSection.tsx';
import { adminPage } from '#features/admin/admin-page.ts';

function AdminUsersPage() {
  return (
    <AdminSection section="users">
      <UserList />
    </AdminSection>
  );
}

export const route = adminPage('Management', AdminUsersPage);

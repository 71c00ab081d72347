import { UserList } from '#features/accounts/admin/UserList.tsx';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';

function AdminUsersPage() {
  return (
    <AdminSection section="users">
      <UserList />
    </AdminSection>
  );
}

export const route = adminPage('users', AdminUsersPage);

import { UserList } from '#features/accounts/admin/UserList.tsx';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { SwitchedOff } from '#features/admin/frame/SwitchedOff.tsx';

function AdminUsersPage() {
  return (
    <AdminSection section="users">
      <SwitchedOff part="mail" />
      <UserList />
    </AdminSection>
  );
}

export const route = adminPage('users', AdminUsersPage);

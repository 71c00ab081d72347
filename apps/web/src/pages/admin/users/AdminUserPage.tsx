import { Link, useParams } from 'react-router';
import { UserDetails } from '#features/accounts/admin/UserDetails.tsx';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';

function AdminUserPage() {
  const { accountId = '' } = useParams();
  return (
    <AdminSection
      section="users"
      title={`Account ${accountId}`}
      toolbar={<Link to={adminPaths.users}>Back to all accounts</Link>}
    >
      <UserDetails key={accountId} accountId={accountId} />
    </AdminSection>
  );
}

export const route = adminPage('user', AdminUserPage);

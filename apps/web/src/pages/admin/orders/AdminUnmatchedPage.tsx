import { Link } from 'react-router';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { UnmatchedList } from '#features/orders/admin/unmatched/UnmatchedList.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';

function AdminUnmatchedPage() {
  return (
    <AdminSection
      section="orders"
      title="Unmatched payments"
      toolbar={<Link to={adminPaths.orders}>Back to all orders</Link>}
    >
      <UnmatchedList />
    </AdminSection>
  );
}

export const route = adminPage('unmatchedPayments', AdminUnmatchedPage);

import { Link } from 'react-router';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { SwitchedOff } from '#features/admin/frame/SwitchedOff.tsx';
import { AdminOrderList } from '#features/orders/admin/AdminOrderList.tsx';
import { UnmatchedWaiting } from '#features/orders/admin/unmatched/UnmatchedWaiting.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';

function AdminOrdersPage() {
  return (
    <AdminSection
      section="orders"
      toolbar={<Link to={adminPaths.unmatchedPayments}>Unmatched payments</Link>}
    >
      <UnmatchedWaiting />
      <SwitchedOff part="shop" />
      <AdminOrderList />
    </AdminSection>
  );
}

export const route = adminPage('orders', AdminOrdersPage);

import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { AdminOrderList } from '#features/orders/admin/AdminOrderList.tsx';

function AdminOrdersPage() {
  return (
    <AdminSection section="orders">
      <AdminOrderList />
    </AdminSection>
  );
}

export const route = adminPage('orders', AdminOrdersPage);

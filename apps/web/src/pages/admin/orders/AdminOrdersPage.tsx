import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { OrderDeskList } from '#features/orders/admin/OrderDeskList.tsx';

function AdminOrdersPage() {
  return (
    <AdminSection section="orders">
      <OrderDeskList />
    </AdminSection>
  );
}

export const route = adminPage('orders', AdminOrdersPage);

import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { SwitchedOff } from '#features/admin/frame/SwitchedOff.tsx';
import { AdminOrderList } from '#features/orders/admin/AdminOrderList.tsx';

function AdminOrdersPage() {
  return (
    <AdminSection section="orders">
      <SwitchedOff part="shop" />
      <AdminOrderList />
    </AdminSection>
  );
}

export const route = adminPage('orders', AdminOrdersPage);

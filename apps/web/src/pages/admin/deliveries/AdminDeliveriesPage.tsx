import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { DeliveryList } from '#features/deliveries/admin/DeliveryList.tsx';

function AdminDeliveriesPage() {
  return (
    <AdminSection section="deliveries">
      <DeliveryList />
    </AdminSection>
  );
}

export const route = adminPage('deliveries', AdminDeliveriesPage);

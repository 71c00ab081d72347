import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { DeliveryList } from '#features/deliveries/admin/DeliveryList.tsx';
import { UnmatchedReceipts } from '#features/deliveries/admin/UnmatchedReceipts.tsx';

function AdminDeliveriesPage() {
  return (
    <AdminSection section="deliveries">
      <UnmatchedReceipts />
      <DeliveryList />
    </AdminSection>
  );
}

export const route = adminPage('deliveries', AdminDeliveriesPage);

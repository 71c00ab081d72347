import { AdminSection } from '#features/admin/AdminSection.tsx';
import { adminPage } from '#features/admin/admin-page.ts';
import { InventoryList } from '#features/deliveries/admin/InventoryList.tsx';

function AdminInventoryPage() {
  return (
    <AdminSection section="gameInventory">
      <InventoryList />
    </AdminSection>
  );
}

export const route = adminPage('Inventory', AdminInventoryPage);

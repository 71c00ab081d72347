import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { InventoryList } from '#features/deliveries/admin/InventoryList.tsx';

function AdminInventoryPage() {
  return (
    <AdminSection section="gameInventory">
      <InventoryList />
    </AdminSection>
  );
}

export const route = adminPage('gameInventory', AdminInventoryPage);

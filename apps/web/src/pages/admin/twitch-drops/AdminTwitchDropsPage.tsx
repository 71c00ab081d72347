import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { DropsAdmin } from '#features/drops/admin/DropsAdmin.tsx';

function AdminTwitchDropsPage() {
  return (
    <AdminSection section="twitchDrops">
      <DropsAdmin />
    </AdminSection>
  );
}

export const route = adminPage('twitchDrops', AdminTwitchDropsPage);

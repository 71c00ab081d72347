import { AdminSection } from '#features/admin/AdminSection.tsx';
import { adminPage } from '#features/admin/admin-page.ts';
import { DropsAdmin } from '#features/drops/admin/DropsAdmin.tsx';

function AdminTwitchDropsPage() {
  return (
    <AdminSection section="twitchDrops">
      <DropsAdmin />
    </AdminSection>
  );
}

export const route = adminPage('Twitch Drops', AdminTwitchDropsPage);

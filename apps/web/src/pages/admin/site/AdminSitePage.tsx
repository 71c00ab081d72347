import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { SiteAdmin } from '#features/home/admin/SiteAdmin.tsx';

function AdminSitePage() {
  return (
    <AdminSection section="site">
      <SiteAdmin />
    </AdminSection>
  );
}

export const route = adminPage('site', AdminSitePage);

import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { HealthAdmin } from '#features/health/admin/HealthAdmin.tsx';

function AdminHealthPage() {
  return (
    <AdminSection section="health">
      <HealthAdmin />
    </AdminSection>
  );
}

export const route = adminPage('health', AdminHealthPage);

import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { RedeliverAdmin } from '#features/redeliveries/admin/RedeliverAdmin.tsx';

function AdminRedeliverPage() {
  return (
    <AdminSection section="redeliver">
      <RedeliverAdmin />
    </AdminSection>
  );
}

export const route = adminPage('redeliver', AdminRedeliverPage);

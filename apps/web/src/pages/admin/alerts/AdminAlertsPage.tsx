import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { AlertsAdmin } from '#features/alerts/admin/AlertsAdmin.tsx';

function AdminAlertsPage() {
  return (
    <AdminSection section="alerts">
      <AlertsAdmin />
    </AdminSection>
  );
}

export const route = adminPage('alerts', AdminAlertsPage);

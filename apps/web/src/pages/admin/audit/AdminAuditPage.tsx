import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { AuditList } from '#features/audit/admin/AuditList.tsx';

function AdminAuditPage() {
  return (
    <AdminSection section="audit">
      <AuditList />
    </AdminSection>
  );
}

export const route = adminPage('audit', AdminAuditPage);

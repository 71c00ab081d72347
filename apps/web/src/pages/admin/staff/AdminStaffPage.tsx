import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { SecurityPolicyPanel } from '#features/roles/admin/policy/SecurityPolicyPanel.tsx';
import { StaffList } from '#features/roles/admin/StaffList.tsx';

function AdminStaffPage() {
  return (
    <AdminSection section="staff">
      <SecurityPolicyPanel />
      <StaffList />
    </AdminSection>
  );
}

export const route = adminPage('staff', AdminStaffPage);

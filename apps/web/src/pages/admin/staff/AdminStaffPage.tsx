import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { StaffList } from '#features/roles/admin/StaffList.tsx';

function AdminStaffPage() {
  return (
    <AdminSection section="staff">
      <StaffList />
    </AdminSection>
  );
}

export const route = adminPage('staff', AdminStaffPage);

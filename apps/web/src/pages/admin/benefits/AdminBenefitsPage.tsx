import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { BenefitList } from '#features/benefits/admin/BenefitList.tsx';

function AdminBenefitsPage() {
  return (
    <AdminSection section="benefits">
      <BenefitList />
    </AdminSection>
  );
}

export const route = adminPage('benefits', AdminBenefitsPage);

import { AdminSection } from '#features/admin/AdminSection.tsx';
import { adminPage } from '#features/admin/admin-page.ts';
import { BenefitList } from '#features/benefits/admin/BenefitList.tsx';

function AdminBenefitsPage() {
  return (
    <AdminSection section="benefits">
      <BenefitList />
    </AdminSection>
  );
}

export const route = adminPage('Benefits', AdminBenefitsPage);

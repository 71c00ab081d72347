import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { BenefitList } from '#features/benefits/admin/BenefitList.tsx';
import { BulkButton } from '#features/bulk/admin/BulkButton.tsx';
import { BulkLists } from '#features/bulk/admin/BulkLists.tsx';

function AdminBenefitsPage() {
  return (
    <AdminSection section="benefits">
      <BenefitList toolbar={<BulkButton title="Grant to a list" actions={['GRANT_BENEFIT']} />} />
      <BulkLists />
    </AdminSection>
  );
}

export const route = adminPage('benefits', AdminBenefitsPage);

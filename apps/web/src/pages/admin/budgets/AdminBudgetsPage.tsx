import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { BudgetsAdmin } from '#features/budgets/admin/BudgetsAdmin.tsx';

function AdminBudgetsPage() {
  return (
    <AdminSection section="budgets">
      <BudgetsAdmin />
    </AdminSection>
  );
}

export const route = adminPage('budgets', AdminBudgetsPage);

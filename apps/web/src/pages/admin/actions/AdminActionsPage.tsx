import { ActionCards } from '#features/actions/admin/ActionCards.tsx';
import { BulkActions } from '#features/bulk/admin/BulkActions.tsx';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';

function AdminActionsPage() {
  return (
    <AdminSection section="actions">
      <ActionCards />
      <BulkActions />
    </AdminSection>
  );
}

export const route = adminPage('actions', AdminActionsPage);

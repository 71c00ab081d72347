import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { sectionsOf } from '@waygate/contract/permissions';
import { rightsText } from '#features/accounts/admin/rights.ts';
import { roleText } from '#features/accounts/admin/role-text.ts';
import { DetailList } from '#ui/admin/DetailList.tsx';
import { FoldPanel } from './FoldPanel.tsx';

/** What is rarely looked up of an account. */
export function AccountDetails({ user }: { user: AdminUser }) {
  return (
    <FoldPanel title="Account and rights" isClosed>
      <DetailList
        details={[
          { label: 'Last login from', value: user.lastLoginIP ?? '–' },
          { label: 'Last seen from', value: user.lastIP ?? '–' },
          { label: 'Permission', value: user.permission },
          { label: 'Permission level', value: user.webMgt },
          { label: 'Role', value: roleText(user) },
          { label: 'Rights', value: rightsText(sectionsOf(user)) },
        ]}
      />
    </FoldPanel>
  );
}

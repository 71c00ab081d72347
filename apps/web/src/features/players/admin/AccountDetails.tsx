import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import type { Player } from '@waygate/contract/players/players.schemas';
import { sectionsOf } from '@waygate/contract/permissions';
import { rightsText } from '#features/accounts/admin/rights.ts';
import { roleText } from '#features/accounts/admin/role-text.ts';
import { DetailList } from '#ui/admin/DetailList.tsx';
import { factorNames } from './factors/factor-names.ts';
import { FoldPanel } from './FoldPanel.tsx';

type AccountDetailsProps = {
  user: AdminUser;
  /** Null for accounts that the viewer may not edit, undefined until they are known. */
  factors: Player['factors'] | undefined;
};

/** What is rarely looked up of an account. */
export function AccountDetails({ user, factors }: AccountDetailsProps) {
  return (
    <FoldPanel title="Account and rights" isClosed>
      <DetailList
        details={[
          { label: 'Second factors', value: factors ? factorNames(factors).join(', ') || 'None' : '–' },
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

import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { sectionsOf } from '@waygate/contract/permissions';
import { rightsText } from '#features/accounts/admin/rights.ts';
import { roleText } from '#features/accounts/admin/role-text.ts';
import { DetailList } from '#ui/admin/DetailList.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import styles from './PlayerPage.module.css';

/** What is rarely looked up of an account. */
export function AccountDetails({ user }: { user: AdminUser }) {
  return (
    <details className={styles.more}>
      <summary>Account and rights</summary>
      <DetailList
        details={[
          { label: 'Account ID', value: user.accountDBID },
          { label: 'Last login', value: time(user.lastLoginTime, 'Never') },
          { label: 'Last login from', value: user.lastLoginIP ?? '–' },
          { label: 'Last seen from', value: user.lastIP ?? '–' },
          { label: 'Permission', value: user.permission },
          { label: 'Permission level', value: user.webMgt },
          { label: 'Role', value: roleText(user) },
          { label: 'Rights', value: rightsText(sectionsOf(user)) },
        ]}
      />
    </details>
  );
}

function time(value: string | null, none: string) {
  return value ? <LocalTime value={value} /> : none;
}

import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { isOwner, opensAdmin } from '@waygate/contract/ranks';
import { Badge } from '#ui/admin/Badge.tsx';
import styles from './UserState.module.css';

type UserStateProps = {
  user: Pick<AdminUser, 'permission' | 'webMgt' | 'sections' | 'banned' | 'isEmailConfirmed'>;
};

/** What is particular about an account, in a word each. */
export function UserState({ user }: UserStateProps) {
  const hasRights = opensAdmin(user);
  return (
    <span className={styles.state}>
      {user.banned && <Badge tone="error">Banned</Badge>}
      {isOwner(user) && <Badge tone="info">Owner</Badge>}
      {hasRights && !isOwner(user) && <Badge tone="info">Staff</Badge>}
      {!user.isEmailConfirmed && <Badge tone="warning">Unconfirmed</Badge>}
      {!user.banned && !hasRights && user.isEmailConfirmed && <Badge>Player</Badge>}
    </span>
  );
}

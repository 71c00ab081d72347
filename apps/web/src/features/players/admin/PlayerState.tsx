import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { Link } from 'react-router';
import { BanEnd } from '#features/accounts/admin/bans/BanEnd.tsx';
import { UserState } from '#features/accounts/admin/UserState.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import { LocalDate } from '#ui/LocalDate.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './PlayerPage.module.css';

/** The account's state, and who it is, in two lines. */
export function PlayerState({ user }: { user: AdminUser }) {
  return (
    <div className={styles.state}>
      <p className={styles.badges}>
        {!user.banned && <Badge tone="success">Active</Badge>}
        <UserState user={user} />
        {user.isEmailConfirmed && <Badge tone="success">Confirmed</Badge>}
      </p>
      <p className={styles.facts}>
        <span>
          <Link to={adminPaths.users}>All accounts</Link> / {user.accountDBID}
        </span>
        <span>{user.email}</span>
        <span>
          Registered <LocalDate value={user.registerTime} />
        </span>
        <span>{user.lastLoginTime ? <LastLogin at={user.lastLoginTime} /> : 'Never signed in'}</span>
      </p>
      {user.banned && (
        <Notice tone="error">
          Banned <BanEnd at={user.bannedUntil} />: {user.banReason ?? '–'}
        </Notice>
      )}
    </div>
  );
}

function LastLogin({ at }: { at: string }) {
  return (
    <>
      Last login <LocalTime value={at} />
    </>
  );
}

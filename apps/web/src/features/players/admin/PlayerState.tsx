import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import type { Player } from '@waygate/contract/players/players.schemas';
import { Link } from 'react-router';
import { BanEnd } from '#features/accounts/admin/bans/BanEnd.tsx';
import { UserState } from '#features/accounts/admin/UserState.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import { LocalDate } from '#ui/LocalDate.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import { factorNames } from './factors/factor-names.ts';
import styles from './PlayerPage.module.css';

type PlayerStateProps = {
  user: AdminUser;
  /** Null for accounts that the viewer may not edit, undefined until they are known. */
  factors: Player['factors'] | undefined;
};

/** The account's state and second factors, and who it is, in two lines. */
export function PlayerState({ user, factors }: PlayerStateProps) {
  return (
    <div className={styles.state}>
      <p className={styles.badges}>
        {!user.banned && <Badge tone="success">Active</Badge>}
        <UserState user={user} />
        {user.isEmailConfirmed && <Badge tone="success">Confirmed</Badge>}
        {factors && <FactorBadges factors={factors} />}
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

function FactorBadges({ factors }: { factors: NonNullable<Player['factors']> }) {
  const names = factorNames(factors);
  if (names.length === 0) return <Badge>No second factor</Badge>;
  return names.map((name) => (
    <Badge key={name} tone="success">
      {name}
    </Badge>
  ));
}

function LastLogin({ at }: { at: string }) {
  return (
    <>
      Last login <LocalTime value={at} />
    </>
  );
}

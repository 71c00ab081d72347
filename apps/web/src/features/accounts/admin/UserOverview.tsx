import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { mayEdit, sectionsOf } from '@waygate/contract/permissions';
import { useSession } from '#api/session.ts';
import { rankOf } from '#features/admin/sections.ts';
import { DetailList } from '#ui/admin/DetailList.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { EndSessions } from './EndSessions.tsx';
import { rightsText } from './rights.ts';
import { roleText } from './role-text.ts';
import { SendResetLink } from './SendResetLink.tsx';
import { useUserDialogs } from './use-user-dialogs.tsx';
import { UserActions } from './UserActions.tsx';
import styles from './UserOverview.module.css';
import { UserState } from './UserState.tsx';

/** The account's main details. */
export function UserOverview({ user }: { user: AdminUser }) {
  const session = useSession();
  const canEdit = session !== null && mayEdit(rankOf(session), user);
  const { open, dialog } = useUserDialogs();
  return (
    <div className={styles.overview}>
      <Panel
        title="Account"
        actions={
          <>
            <UserActions user={user} onOpen={open} />
            {canEdit && <SendResetLink user={user} />}
            <EndSessions user={user} />
          </>
        }
      >
        <DetailList
          details={[
            { label: 'Account ID', value: user.accountDBID },
            { label: 'Username', value: user.userName },
            { label: 'Email', value: user.email },
            { label: 'State', value: <UserState user={user} /> },
            ...(user.banned
              ? [
                  { label: 'Banned until', value: time(user.bannedUntil, 'Permanent') },
                  { label: 'Ban reason', value: user.banReason ?? '–' },
                ]
              : []),
            { label: 'Registered', value: time(user.registerTime, '–') },
            { label: 'Last login', value: time(user.lastLoginTime, 'Never') },
            { label: 'Last login from', value: user.lastLoginIP ?? '–' },
            { label: 'Last seen from', value: user.lastIP ?? '–' },
          ]}
        />
      </Panel>
      <Panel title="Balances and rights">
        <DetailList
          details={[
            { label: 'Agaia coins', value: number(user.agaiaCoins) },
            { label: 'Astrum coins', value: number(user.astrumCoins) },
            { label: 'Agaia Club until', value: time(user.agaiaClubExpiry, 'Not a member') },
            { label: 'Founder Package', value: claimed(user.hasClaimedFounderPackage) },
            { label: 'Veteran Package', value: claimed(user.hasClaimedVeteranPackage) },
            { label: 'Permission', value: user.permission },
            { label: 'Permission level', value: user.webMgt },
            { label: 'Role', value: roleText(user) },
            { label: 'Rights', value: rightsText(sectionsOf(user)) },
          ]}
        />
      </Panel>
      {dialog}
    </div>
  );
}

function claimed(isClaimed: boolean): string {
  return isClaimed ? 'Claimed' : 'Not claimed';
}

function number(value: number): string {
  return new Intl.NumberFormat().format(value);
}

function time(value: string | null, none: string) {
  return value ? <LocalTime value={value} /> : none;
}

import type { Section } from '@waygate/contract/permissions';
import type { ReactNode } from 'react';
import { messageOf } from '#api/api-error.ts';
import { useSession } from '#api/session.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { canUse } from '#features/admin/sections.ts';
import { UserAudit } from '#features/audit/admin/UserAudit.tsx';
import { AccountDrops } from '#features/drops/admin/AccountDrops.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { UserHistory } from './UserHistory.tsx';
import { UserOverview } from './UserOverview.tsx';
import { UserRecords } from './UserRecords.tsx';
import { useUser } from './use-user.ts';

/** Everything that staff need to know of one account, in one place. */
export function UserDetails({ accountId }: { accountId: string }) {
  const { data: user, error, refetch } = useUser(accountId);
  if (error && !user)
    return (
      <Failure message={messageOf(error, 'Failed to load this account.')} onRetry={() => void refetch()} />
    );
  if (!user) return <ListSkeleton caption="the account" />;
  return (
    <>
      <UserOverview user={user} />
      <Tabs
        label="Records of the account"
        tabs={[
          {
            id: 'orders',
            label: 'Orders',
            panel: (
              <For section="orders">
                <UserRecords accountId={accountId} kind="orders" />
              </For>
            ),
          },
          {
            id: 'deliveries',
            label: 'Deliveries',
            panel: (
              <For section="orders">
                <UserRecords accountId={accountId} kind="deliveries" />
              </For>
            ),
          },
          { id: 'ledger', label: 'Ledger', panel: <UserHistory accountId={accountId} kind="ledger" /> },
          { id: 'bans', label: 'Bans', panel: <UserHistory accountId={accountId} kind="bans" /> },
          {
            id: 'benefits',
            label: 'Benefits',
            panel: (
              <For section="benefits">
                <UserRecords accountId={accountId} kind="benefits" />
              </For>
            ),
          },
          {
            id: 'drops',
            label: 'Drops',
            panel: (
              <For section="twitchDrops">
                <AccountDrops accountId={accountId} />
              </For>
            ),
          },
          { id: 'sessions', label: 'Sessions', panel: <UserHistory accountId={accountId} kind="sessions" /> },
          { id: 'mails', label: 'Mails', panel: <UserHistory accountId={accountId} kind="mails" /> },
          { id: 'audit', label: 'Audit', panel: <UserAudit accountId={accountId} /> },
        ]}
      />
    </>
  );
}

/** Records of another section are for those who may use it. */
function For({ section, children }: { section: Section; children: ReactNode }) {
  const session = useSession();
  return canUse(session, section) ? children : <p>These records need a right that you do not hold.</p>;
}

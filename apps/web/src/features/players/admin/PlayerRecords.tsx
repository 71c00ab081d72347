import type { Section } from '@waygate/contract/permissions';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '#api/session.ts';
import { withChanges } from '#features/admin/lists/use-list-address.ts';
import { canUse } from '#features/admin/sections.ts';
import { UserAudit } from '#features/audit/admin/UserAudit.tsx';
import { AccountCoins } from '#features/coins/admin/AccountCoins.tsx';
import { AccountDrops } from '#features/drops/admin/AccountDrops.tsx';
import { UserGameAccounts } from '#features/game-accounts/admin/UserGameAccounts.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { UserHistory } from './UserHistory.tsx';
import { UserRecords } from './UserRecords.tsx';

/** The account's records in whole, a table for each kind; the selected tab is in the address. */
export function PlayerRecords({ accountId }: { accountId: string }) {
  const params = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  // Keeps the other parameters: the timeline has some.
  const select = (id: string) => void navigate({ search: withChanges(params, { tab: id }).toString() });
  return (
    <Tabs
      label="Records of the account"
      selectedId={params.get('tab') ?? 'orders'}
      onSelect={select}
      tabs={[
        {
          id: 'orders',
          label: 'Orders',
          panel: (
            <RestrictedTo section="orders">
              <UserRecords accountId={accountId} kind="orders" />
            </RestrictedTo>
          ),
        },
        {
          id: 'deliveries',
          label: 'Deliveries',
          panel: (
            <RestrictedTo section="orders">
              <UserRecords accountId={accountId} kind="deliveries" />
            </RestrictedTo>
          ),
        },
        { id: 'coins', label: 'Coins', panel: <AccountCoins accountId={accountId} /> },
        { id: 'game-accounts', label: 'Game accounts', panel: <UserGameAccounts accountId={accountId} /> },
        { id: 'bans', label: 'Bans', panel: <UserHistory accountId={accountId} kind="bans" /> },
        {
          id: 'benefits',
          label: 'Benefits',
          panel: (
            <RestrictedTo section="benefits">
              <UserRecords accountId={accountId} kind="benefits" />
            </RestrictedTo>
          ),
        },
        {
          id: 'drops',
          label: 'Drops',
          panel: (
            <RestrictedTo section="twitchDrops">
              <AccountDrops accountId={accountId} />
            </RestrictedTo>
          ),
        },
        { id: 'sessions', label: 'Sessions', panel: <UserHistory accountId={accountId} kind="sessions" /> },
        { id: 'mails', label: 'Mails', panel: <UserHistory accountId={accountId} kind="mails" /> },
        { id: 'audit', label: 'Audit', panel: <UserAudit accountId={accountId} /> },
      ]}
    />
  );
}

/** Shows records of another section only to staff who may use it. */
function RestrictedTo({ section, children }: { section: Section; children: ReactNode }) {
  const session = useSession();
  return canUse(session, section) ? children : <p>You don't have the right to see these records.</p>;
}

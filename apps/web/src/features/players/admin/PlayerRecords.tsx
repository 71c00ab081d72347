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

type Tab = { id: string; label: string; panel: ReactNode };

/** The account's records in whole, a table for each kind that the viewer may see; the selected tab is in the address. */
export function PlayerRecords({ accountId }: { accountId: string }) {
  const session = useSession();
  const params = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  // Keeps the other parameters: the timeline has some.
  const select = (id: string) => void navigate({ search: withChanges(params, { tab: id }).toString() });
  const within = (section: Section, ...tabs: Tab[]) => (canUse(session, section) ? tabs : []);
  const [first, ...others] = [
    ...within(
      'orders',
      { id: 'orders', label: 'Orders', panel: <UserRecords accountId={accountId} kind="orders" /> },
      {
        id: 'deliveries',
        label: 'Deliveries',
        panel: <UserRecords accountId={accountId} kind="deliveries" />,
      },
    ),
    { id: 'coins', label: 'Coins', panel: <AccountCoins accountId={accountId} /> },
    { id: 'game-accounts', label: 'Game accounts', panel: <UserGameAccounts accountId={accountId} /> },
    { id: 'bans', label: 'Bans', panel: <UserHistory accountId={accountId} kind="bans" /> },
    ...within('benefits', {
      id: 'benefits',
      label: 'Benefits',
      panel: <UserRecords accountId={accountId} kind="benefits" />,
    }),
    ...within('twitchDrops', { id: 'drops', label: 'Drops', panel: <AccountDrops accountId={accountId} /> }),
    { id: 'sessions', label: 'Sessions', panel: <UserHistory accountId={accountId} kind="sessions" /> },
    { id: 'mails', label: 'Mails', panel: <UserHistory accountId={accountId} kind="mails" /> },
    { id: 'audit', label: 'Audit', panel: <UserAudit accountId={accountId} /> },
  ];
  return (
    <Tabs
      label="Records of the account"
      selectedId={params.get('tab') ?? ''}
      onSelect={select}
      tabs={[first, ...others]}
    />
  );
}

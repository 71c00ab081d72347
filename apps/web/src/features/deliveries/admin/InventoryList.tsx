import { exportInventory, listInventory } from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { InventoryEntry } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { EndTime } from '#features/admin/lists/EndTime.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { serverFilters } from '#features/game-servers/admin/server-filters.ts';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';

const WHAT: Column<InventoryEntry> = {
  id: 'what',
  label: 'What',
  isPrimary: true,
  render: ({ label }) => label,
};

const SERVER: Column<InventoryEntry> = {
  id: 'server',
  label: 'Game server',
  render: ({ serverName }) => serverName,
};

const COLUMNS: Column<InventoryEntry>[] = [
  { id: 'item', label: 'Item ID', phone: 'hidden', render: ({ itemId }) => itemId ?? '–' },
  { id: 'account', label: 'Account', render: (entry) => <AccountLink account={entry} /> },
  {
    id: 'accountId',
    label: 'Player',
    sortKey: 'accountDBID',
    phone: 'hidden',
    render: ({ accountDBID }) => accountDBID,
  },
  {
    id: 'quantity',
    label: 'In the game',
    align: 'end',
    phone: 'top',
    render: ({ quantity }) => quantity.toLocaleString(),
  },
  { id: 'pending', label: 'On its way', align: 'end', render: ({ pending }) => pending.toLocaleString() },
  {
    id: 'until',
    label: 'Until',
    phone: 'bottom',
    render: ({ availableUntil }) => (availableUntil ? <EndTime value={availableUntil} /> : '–'),
  },
  {
    id: 'delivered',
    label: 'Last delivered',
    phone: 'hidden',
    render: ({ lastDeliveredAt }) => (lastDeliveredAt ? <ShortTime value={lastDeliveredAt} /> : 'Not yet'),
  },
];

/** What the portal delivered to accounts in the game, and what is pending. */
export function InventoryList() {
  const servers = useServerNames();
  return (
    <ListView
      queryKey={['inventory']}
      load={loadFrom(listInventory, ({ inventory: rows, ...totals }) => ({ rows, ...totals }))}
      failurePrefix="Failed to fetch the inventory."
      caption="Inventory"
      columns={[WHAT, ...(servers.length > 1 ? [SERVER] : []), ...COLUMNS]}
      filters={serverFilters(servers)}
      rowKey={({ accountDBID, serverId, kind, itemId }) => `${accountDBID}/${serverId}/${kind}/${itemId}`}
      searchLabel="Search by account name or id, or item id"
      defaultSort="accountDBID"
      empty={<p>Nothing has been sent to the game yet. Purchases and grants are listed here.</p>}
      csv={exportInventory}
    />
  );
}

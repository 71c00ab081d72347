import {
  exportCharacters,
  listAdminCharacters,
} from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { AdminCharacter } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { serverFilters } from '#features/game-servers/admin/server-filters.ts';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';

const NAME: Column<AdminCharacter> = {
  id: 'name',
  label: 'Name',
  sortKey: 'name',
  isPrimary: true,
  render: ({ name }) => name,
};

const SERVER: Column<AdminCharacter> = {
  id: 'server',
  label: 'Game server',
  render: ({ serverName }) => serverName,
};

const COLUMNS: Column<AdminCharacter>[] = [
  {
    id: 'level',
    label: 'Level',
    sortKey: 'level',
    align: 'end',
    phone: 'top',
    render: ({ level }) => level,
  },
  { id: 'class', label: 'Class', render: (character) => character.class },
  { id: 'account', label: 'Account', render: (character) => <AccountLink account={character} /> },
  {
    id: 'accountId',
    label: 'Player',
    sortKey: 'accountDBID',
    phone: 'hidden',
    render: ({ accountDBID }) => accountDBID,
  },
  { id: 'online', label: 'Online', phone: 'bottom', render: ({ online }) => (online ? 'Online' : '–') },
  {
    id: 'reported',
    label: 'Reported',
    phone: 'hidden',
    render: ({ reportedAt }) => <ShortTime value={reportedAt} />,
  },
];

/** All characters, as the game reported them last. */
export function GameCharacterList() {
  const servers = useServerNames();
  return (
    <ListView
      queryKey={['characters']}
      load={loadFrom(listAdminCharacters, ({ characters: rows, ...totals }) => ({ rows, ...totals }))}
      failurePrefix="Failed to fetch characters."
      caption="Characters"
      columns={[NAME, ...(servers.length > 1 ? [SERVER] : []), ...COLUMNS]}
      filters={serverFilters(servers)}
      rowKey={({ accountDBID, serverId, characterId }) => `${accountDBID}/${serverId}/${characterId}`}
      searchLabel="Search by character, account name or id"
      defaultSort="name"
      empty={<p>No characters yet. They appear once the game server reports them.</p>}
      csv={exportCharacters}
    />
  );
}

import { listAdminCharacters } from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { AdminCharacter } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import type { CsvColumn } from '#features/admin/lists/csv.ts';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { LocalTime } from '#ui/LocalTime.tsx';

const COLUMNS: Column<AdminCharacter>[] = [
  { id: 'name', label: 'Name', sortKey: 'name', isPrimary: true, render: ({ name }) => name },
  {
    id: 'level',
    label: 'Level',
    sortKey: 'level',
    align: 'end',
    width: '7rem',
    render: ({ level }) => level,
  },
  { id: 'class', label: 'Class', render: (character) => character.class },
  { id: 'account', label: 'Account', render: (character) => <AccountLink account={character} /> },
  {
    id: 'accountId',
    label: 'Account ID',
    sortKey: 'accountDBID',
    width: '9rem',
    render: ({ accountDBID }) => accountDBID,
  },
  { id: 'reported', label: 'Reported', render: ({ reportedAt }) => <LocalTime value={reportedAt} /> },
];

const CSV: CsvColumn<AdminCharacter>[] = [
  { label: 'name', value: ({ name }) => name },
  { label: 'level', value: ({ level }) => level },
  { label: 'class', value: (character) => character.class },
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'reportedAt', value: ({ reportedAt }) => reportedAt },
];

/** All characters, as the game reported them last. */
export function GameCharacterList() {
  return (
    <ListView
      queryKey={['characters']}
      load={loadFrom(listAdminCharacters, ({ characters: rows, ...totals }) => ({ rows, ...totals }))}
      failurePrefix="Failed to fetch characters."
      caption="Characters"
      columns={COLUMNS}
      rowKey={({ accountDBID, name }) => `${accountDBID}/${name}`}
      searchLabel="Search by character, account name or id"
      defaultSort="name"
      empty={<p>No characters yet. They appear once the game server reports them.</p>}
      csv={{ fileName: 'characters.csv', columns: CSV }}
    />
  );
}

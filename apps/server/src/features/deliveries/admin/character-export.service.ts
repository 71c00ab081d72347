import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportCharacters as endpoint } from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { AdminCharacter } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { ExportList, Staff } from '#features/staff/staff.ts';
import { presentCharacter } from './game.presenter.ts';
import { countCharacters, selectCharactersAfter } from './character-list.queries.ts';

/** The characters that the list finds, by account. */
export function exportCharacters(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'characters',
    fileName: 'characters',
    columns: COLUMNS,
    present: presentCharacter,
    query,
    readAfter: (tx, place) => selectCharactersAfter(tx, query, place),
    count: (tx, most) => countCharacters(tx, query, most),
  });
}

const COLUMNS: CsvColumn<AdminCharacter>[] = [
  { label: 'serverId', value: ({ serverId }) => serverId },
  { label: 'serverName', value: ({ serverName }) => serverName },
  { label: 'characterId', value: ({ characterId }) => characterId },
  { label: 'name', value: ({ name }) => name },
  { label: 'level', value: ({ level }) => level },
  { label: 'class', value: (character) => character.class },
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'online', value: ({ online }) => online },
  { label: 'reportedAt', value: ({ reportedAt }) => reportedAt },
];

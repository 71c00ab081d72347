import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import type { Season } from '@waygate/contract/drops/drops.admin.schemas';
import { allAtOnce, type ExportList, type Staff } from '#features/staff/staff.ts';
import { selectSeasons } from '#features/drops/seasons.queries.ts';
import { presentSeason } from './seasons.service.ts';

/** The seasons, as the list has them. */
export function exportSeasons(exportList: ExportList, staff: Staff): Promise<CsvFile> {
  return exportList(staff, {
    list: 'seasons',
    fileName: 'twitch-seasons',
    columns: COLUMNS,
    present: presentSeason,
    query: {},
    ...allAtOnce(selectSeasons),
  });
}

const COLUMNS: CsvColumn<Season>[] = [
  { label: 'seasonId', value: ({ seasonId }) => seasonId },
  { label: 'name', value: ({ name }) => name },
  { label: 'startsAt', value: ({ startsAt }) => startsAt },
  { label: 'endsAt', value: ({ endsAt }) => endsAt },
  { label: 'claimUntil', value: ({ claimUntil }) => claimUntil },
  { label: 'titleWord', value: ({ titleWord }) => titleWord },
  { label: 'minViewers', value: ({ minViewers }) => minViewers },
  { label: 'minTwitchDays', value: ({ minTwitchDays }) => minTwitchDays },
  { label: 'needsConfirmedEmail', value: ({ needsConfirmedEmail }) => needsConfirmedEmail },
  { label: 'minCharacterLevel', value: ({ minCharacterLevel }) => minCharacterLevel },
  { label: 'maxAccountsPerAddress', value: ({ maxAccountsPerAddress }) => maxAccountsPerAddress },
  { label: 'isCurrent', value: ({ isCurrent }) => isCurrent },
  { label: 'rewards', value: ({ rewards }) => rewards },
  { label: 'revision', value: ({ revision }) => revision },
];

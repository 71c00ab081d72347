import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportStreamers as endpoint } from '@waygate/contract/drops/drops.admin.endpoints';
import type { Streamer } from '@waygate/contract/drops/drops.admin.schemas';
import { byPages, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentStreamer } from './drops.admin.presenter.ts';
import { selectStreamers, type StreamersSeen } from './drops.admin.queries.ts';

/** The streamers that the list finds, in its order. */
export function exportStreamers(
  exportList: ExportList,
  staff: Staff,
  { seen, ...query }: ParsedInput<typeof endpoint>['query'] & { seen: StreamersSeen },
): Promise<CsvFile> {
  const { sort, ...filter } = query;
  return exportList(staff, {
    list: 'streamers',
    fileName: 'streamers',
    columns: COLUMNS,
    present: presentStreamer,
    query,
    ...byPages((tx, request) =>
      selectStreamers(tx, { ...filter, ...request, isAscending: sort === 'requestedAt', ...seen }),
    ),
  });
}

const COLUMNS: CsvColumn<Streamer>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'twitchId', value: ({ twitchId }) => twitchId },
  { label: 'login', value: ({ login }) => login },
  { label: 'state', value: ({ state }) => state },
  { label: 'isLive', value: ({ isLive }) => isLive },
  { label: 'requestedAt', value: ({ requestedAt }) => requestedAt },
  { label: 'decidedAt', value: ({ decidedAt }) => decidedAt },
];

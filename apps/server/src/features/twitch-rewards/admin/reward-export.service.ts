import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportTwitchRewards as endpoint } from '@waygate/contract/twitch-rewards/twitch-rewards.endpoints';
import { isRewardFound, type TwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import { allAtOnce, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentTwitchReward } from './twitch-rewards.presenter.ts';
import { selectTwitchRewards } from './twitch-rewards.queries.ts';

/** The rewards that the list finds, in its order. */
export function exportTwitchRewards(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'rewards',
    fileName: 'twitch-rewards',
    columns: COLUMNS,
    present: presentTwitchReward,
    query,
    ...allAtOnce(async (tx) =>
      (await selectTwitchRewards(tx)).filter((reward) => isRewardFound(reward, query.search)),
    ),
  });
}

const COLUMNS: CsvColumn<TwitchReward>[] = [
  { label: 'rewardId', value: ({ rewardId }) => rewardId },
  { label: 'season', value: ({ season }) => season },
  { label: 'type', value: ({ type }) => type },
  { label: 'title', value: ({ title }) => title },
  { label: 'description', value: ({ description }) => description },
  { label: 'requiredMinutes', value: ({ requiredMinutes }) => requiredMinutes },
  { label: 'itemId', value: ({ itemId }) => itemId },
  { label: 'itemQuantity', value: ({ itemQuantity }) => itemQuantity },
  { label: 'hasClaims', value: ({ hasClaims }) => hasClaims },
  { label: 'createdAt', value: ({ createdAt }) => createdAt },
  { label: 'updatedAt', value: ({ updatedAt }) => updatedAt },
];

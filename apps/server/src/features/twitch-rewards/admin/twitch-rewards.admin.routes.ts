import {
  createTwitchReward as create,
  deleteTwitchReward as remove,
  exportTwitchRewards as exportAll,
  listTwitchRewards,
  updateTwitchReward as update,
} from '@waygate/contract/twitch-rewards/twitch-rewards.endpoints';
import type { ExportList } from '#features/staff/staff.ts';
import type { Route } from '#platform/http/route.ts';
import { exportTwitchRewards } from './reward-export.service.ts';
import { presentNamedReward } from './twitch-rewards.presenter.ts';
import { selectTwitchRewards } from './twitch-rewards.queries.ts';
import {
  createTwitchReward,
  deleteTwitchReward,
  type RewardParts,
  updateTwitchReward,
} from './twitch-rewards.service.ts';

export function twitchRewardRoutes(route: Route, parts: RewardParts & { exportList: ExportList }): void {
  route(listTwitchRewards, async () => {
    const rows = await selectTwitchRewards(parts.db);
    return { rewards: rows.map(presentNamedReward) };
  });

  route(exportAll, ({ query, ...staff }) => exportTwitchRewards(parts.exportList, staff, query));

  route(create, ({ body, upload, ...staff }) => createTwitchReward(parts, staff, { text: body, upload }));

  route(update, ({ params, body, upload, ...staff }) =>
    updateTwitchReward(parts, staff, { id: params.rewardId, text: body, upload }),
  );

  route(remove, ({ params, ...staff }) => deleteTwitchReward(parts, staff, params.rewardId));
}

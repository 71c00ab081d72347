import type { TwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import type { ListedReward } from './twitch-rewards.queries.ts';

export function presentTwitchReward(row: ListedReward): TwitchReward {
  return {
    rewardId: row.id,
    season: row.season,
    type: row.type,
    title: row.title,
    description: row.description,
    requiredMinutes: row.requiredMinutes,
    itemId: row.itemId,
    serverItems: row.serverItems,
    itemQuantity: row.itemQuantity,
    imageUrl: row.imageUrl,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    hasClaims: row.hasClaims,
    revision: row.revision,
  };
}

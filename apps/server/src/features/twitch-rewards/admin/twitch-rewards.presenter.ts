import type {
  ListedReward as PresentedReward,
  TwitchReward,
} from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import type { ListedReward, NamedReward } from './twitch-rewards.queries.ts';

export function presentNamedReward(row: NamedReward): PresentedReward {
  return { ...presentTwitchReward(row), itemName: row.itemName };
}

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

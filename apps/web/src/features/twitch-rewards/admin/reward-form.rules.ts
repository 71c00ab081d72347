import type { Season } from '@waygate/contract/drops/drops.admin.schemas';
import type { RewardType, TwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';

const DEFAULT_QUANTITY = '1';

/** A reward as its form has it; numbers are what was typed. */
export type RewardForm = {
  title: string;
  description: string;
  type: RewardType;
  season: string;
  requiredMinutes: string;
  itemId: string;
  itemQuantity: string;
};

/** A form for the season that runs. */
export function blankReward(seasons: Season[]): RewardForm {
  return {
    title: '',
    description: '',
    type: 'viewer',
    season: String(seasons.find(({ isCurrent }) => isCurrent)?.seasonId ?? ''),
    requiredMinutes: '',
    itemId: '',
    itemQuantity: DEFAULT_QUANTITY,
  };
}

/** Which season the typed number stands for. */
export function seasonHint(typed: string, seasons: Season[]): string {
  const season = seasons.find(({ seasonId }) => String(seasonId) === typed.trim());
  if (season) return season.name;
  return /^\d+$/.test(typed.trim()) ? 'No season has this number yet.' : 'The number of a season.';
}

export function rewardFormOf(reward: TwitchReward): RewardForm {
  return {
    title: reward.title,
    description: reward.description,
    type: reward.type,
    season: String(reward.season),
    requiredMinutes: String(reward.requiredMinutes),
    itemId: String(reward.itemId),
    itemQuantity: String(reward.itemQuantity),
  };
}

/** What is sent; lines that were pasted become one. */
export function rewardTextOf(form: RewardForm) {
  return {
    ...form,
    title: inOneLine(form.title),
    description: inOneLine(form.description),
    season: form.season.trim(),
    requiredMinutes: form.requiredMinutes.trim(),
    itemId: form.itemId.trim(),
    itemQuantity: form.itemQuantity.trim(),
  };
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

export const REWARD_TYPES: Record<RewardType, string> = { viewer: 'Viewers', streamer: 'Streamers' };

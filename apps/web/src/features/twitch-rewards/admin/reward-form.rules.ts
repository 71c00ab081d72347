import type { RewardType, TwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';

const DEFAULT_QUANTITY = '1';

/** A reward as its form has it; numbers are what was typed, and the season's is '' until one is chosen. */
export type RewardForm = {
  title: string;
  description: string;
  type: RewardType;
  season: string;
  requiredMinutes: string;
  itemId: string;
  itemQuantity: string;
};

export const BLANK_REWARD: RewardForm = {
  title: '',
  description: '',
  type: 'viewer',
  season: '',
  requiredMinutes: '',
  itemId: '',
  itemQuantity: DEFAULT_QUANTITY,
};

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
    requiredMinutes: form.requiredMinutes.trim(),
    itemId: form.itemId.trim(),
    itemQuantity: form.itemQuantity.trim(),
  };
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

export const REWARD_TYPES: Record<RewardType, string> = { viewer: 'Viewers', streamer: 'Streamers' };

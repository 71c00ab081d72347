import type { RewardType, TwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import {
  serverItemsFormOf,
  serverItemsOf,
  type ServerItemsForm,
} from '#features/game-servers/server-items.rules.ts';
import { mediaUrl } from '#api/media-url.ts';

const DEFAULT_QUANTITY = '1';

/** A reward's form: numbers as typed; the season is '' until one is chosen. */
export type RewardForm = {
  title: string;
  description: string;
  type: RewardType;
  season: string;
  requiredMinutes: string;
  itemId: string;
  /** Ids of the item on the other game servers. */
  serverItems: ServerItemsForm;
  itemQuantity: string;
  picture: ChosenPicture;
};

/** The form's picture, sent with its fields. */
export type ChosenPicture = {
  /** Its address, '' for none. */
  shown: string;
  /** Undefined to keep the current picture or to have none. */
  file?: File;
};

export const BLANK_REWARD: RewardForm = {
  title: '',
  description: '',
  type: 'viewer',
  season: '',
  requiredMinutes: '',
  itemId: '',
  serverItems: {},
  itemQuantity: DEFAULT_QUANTITY,
  picture: { shown: '' },
};

export function rewardFormOf(reward: TwitchReward): RewardForm {
  return {
    title: reward.title,
    description: reward.description,
    type: reward.type,
    season: String(reward.season),
    requiredMinutes: String(reward.requiredMinutes),
    itemId: reward.itemId === null ? '' : String(reward.itemId),
    serverItems: serverItemsFormOf(reward.serverItems),
    itemQuantity: String(reward.itemQuantity),
    picture: { shown: reward.imageUrl === null ? '' : mediaUrl(reward.imageUrl) },
  };
}

/** A reward to copy, as its form has it, without its season. */
export type CopiedReward = { rewardId: number; season: number; form: RewardForm };

export function copyOfReward({ rewardId, season }: TwitchReward, form: RewardForm): CopiedReward {
  return { rewardId, season, form: { ...form, season: '' } };
}

/** The request body for a new reward; a copy gets the picture of the original unless the form has none. */
export function rewardCreationOf(form: RewardForm, copied: CopiedReward | undefined) {
  const text = { ...rewardTextOf(form), removeImage: form.picture.shown === '' };
  return copied ? { ...text, copyOf: String(copied.rewardId) } : { ...text, removeImage: false };
}

/** The request body; pasted line breaks become spaces. */
export function rewardTextOf({ picture: _picture, serverItems, ...form }: RewardForm) {
  const items = serverItemsOf(serverItems);
  return {
    ...form,
    title: inOneLine(form.title),
    description: inOneLine(form.description),
    requiredMinutes: form.requiredMinutes.trim(),
    itemId: form.itemId.trim(),
    itemQuantity: form.itemQuantity.trim(),
    // A form has texts only.
    ...(items.length > 0 && { serverItems: JSON.stringify(items) }),
  };
}

/** The request body for an existing reward. */
export function rewardUpdateOf(form: RewardForm, { imageUrl, revision }: TwitchReward) {
  const isRemoved = imageUrl !== null && form.picture.shown === '' && form.picture.file === undefined;
  return { ...rewardTextOf(form), removeImage: isRemoved, revision };
}

export function pictureFileOf({ picture }: RewardForm): File | undefined {
  return picture.file;
}

export const REWARD_TYPES: Record<RewardType, string> = { viewer: 'Viewers', streamer: 'Streamers' };

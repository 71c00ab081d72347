import * as z from 'zod/mini';
import { characterId } from '../deliveries/deliveries.schemas.ts';
import { lineDeliverySchema } from '../deliveries/line-states.schemas.ts';
import { recordId, timestamp } from '../text.ts';
import { dropRuleSchema } from './drop-rules.schemas.ts';

/** By watching an eligible stream, or by streaming. */
export const dropKindSchema = z.enum(['viewer', 'streamer']);

/** Why minutes are, or are not, counted for the account right now. */
export const countingStateSchema = z.enum([
  'counting',
  /** No recent sample: the portal or Twitch can't be reached. */
  'not_sampled',
  'no_season',
  /** No eligible channel is live; for streamers: their own stream is not live. */
  'nobody_live',
  /** Eligible channels are live, and the account is in none of their chats. */
  'not_present',
  /** The chat that the account was in, or every chat, could not be read. */
  'chat_unread',
  /** Twitch didn't list the stream in the last minute, and it may be live all the same. */
  'stream_unlisted',
  /** The account's stream is live in another category. */
  'wrong_game',
  'cap_reached',
  /** The limit of the day before was reached, and no minute of the new day was checked yet. */
  'new_day',
  /** The account or its stream doesn't meet a rule of the season: `unmet`. */
  'rule_not_met',
  'not_approved',
  'needs_new_link',
]);

const liveChannelSchema = z.object({ login: z.string(), displayName: z.string(), url: z.string() });

export const rewardSchema = z.object({
  rewardId: z.int(),
  title: z.string(),
  description: z.string(),
  imageUrl: z.nullable(z.string()),
  requiredMinutes: z.int(),
  isClaimed: z.boolean(),
  /** The listed game servers it can be claimed for. */
  serverIds: z.array(z.int()),
  /** Where the claimed item is; null until it is claimed. */
  delivery: z.nullable(lineDeliverySchema),
});

/** A season that has ended, and what the account earned in it. */
const endedSeasonSchema = z.object({
  id: z.int(),
  name: z.string(),
  endsAt: timestamp,
  /** Until when its rewards can be claimed. */
  claimUntil: timestamp,
  minutes: z.int(),
  /** The earned ones, also those that are claimed. */
  rewards: z.array(rewardSchema),
});

/** The account's progress in the current season. */
export const dropProgressSchema = z.object({
  season: z.nullable(z.object({ id: z.int(), name: z.string(), endsAt: z.nullable(timestamp) })),
  state: countingStateSchema,
  /** The channel that counts now, or whose chat or stream is unknown in `chat_unread` and `stream_unlisted`. */
  channel: z.nullable(liveChannelSchema),
  /** In `rule_not_met`: the rule, and what it asks for where that is a number or a word. */
  unmet: z.nullable(z.object({ rule: dropRuleSchema, needed: z.nullable(z.string()) })),
  lastSampleAt: z.nullable(timestamp),
  todayMinutes: z.int(),
  /** Most minutes that count in a day; null without a cap. */
  dailyCap: z.nullable(z.int()),
  /** Eligible channels whose chat was read in the last three minutes, at most 20. */
  live: z.array(liveChannelSchema),
  /** Eligible channels that are live and whose chat can't be read, at most 20. */
  unread: z.array(liveChannelSchema),
  /** Seasons in their claim period, those that can be claimed longest last. */
  ended: z.array(endedSeasonSchema),
});

export const watchTimeSchema = z.extend(dropProgressSchema, { watchTime: z.int() });
export const streamTimeSchema = z.extend(dropProgressSchema, { streamTime: z.int() });

export const rewardListSchema = z.array(rewardSchema);

/** Server and character are required where there is a choice, and then a 400 names the field. */
export const claimSchema = z.object({
  rewardId: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
  serverId: z.optional(recordId),
  characterId: z.optional(characterId),
});

export const claimedSchema = z.object({
  message: z.string(),
  /** It had been delivered, staff revoked it, and it doesn't come again. */
  isRevoked: z.boolean(),
});

/** The account's own link with Twitch. */
export const twitchLinkSchema = z.object({
  twitchId: z.string(),
  login: z.string(),
  displayName: z.string(),
  linkedAt: timestamp,
  /** Whether the account may earn by streaming. */
  streamer: z.enum(['none', 'pending', 'approved', 'rejected', 'needs_new_link']),
});

export type DropKind = z.infer<typeof dropKindSchema>;
export type CountingState = z.infer<typeof countingStateSchema>;
export type DropProgress = z.infer<typeof dropProgressSchema>;
export type EndedSeason = z.infer<typeof endedSeasonSchema>;
export type Reward = z.infer<typeof rewardSchema>;
export type TwitchLink = z.infer<typeof twitchLinkSchema>;

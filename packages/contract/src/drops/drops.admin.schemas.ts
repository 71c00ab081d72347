import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { totals } from '../lists.ts';
import { line, reasonText, recordId, timeInput, timestamp } from '../text.ts';
import { dropRuleSchema, seasonRulesInputSchema, seasonRulesSchema } from './drop-rules.schemas.ts';
import { dropKindSchema } from './drops.schemas.ts';

export const seasonSchema = z.object({
  seasonId: z.int(),
  name: z.string(),
  startsAt: timestamp,
  endsAt: z.nullable(timestamp),
  /** Until when earned rewards can be claimed; null while there is no end. */
  claimUntil: z.nullable(timestamp),
  ...seasonRulesSchema.shape,
  /** Whether minutes count for it now. */
  isCurrent: z.boolean(),
  rewards: z.int(),
  revision: z.int(),
});

export const seasonListSchema = z.object({ seasons: z.array(seasonSchema) });

export const seasonTextSchema = z.object({
  name: line({ min: 1, max: 60, message: 'Please give a name of at most 60 characters.' }),
  startsAt: timeInput,
  endsAt: z._default(z.nullable(timeInput), null),
  /** Null: seven days after the end. */
  claimUntil: z._default(z.nullable(timeInput), null),
  ...seasonRulesInputSchema.shape,
  revision: z.optional(z.int()),
});

export const streamerStateSchema = z.enum(['pending', 'approved', 'rejected', 'needs_new_link']);

export const streamerSchema = z.object({
  accountDBID: z.int(),
  userName: z.string(),
  twitchId: z.string(),
  login: z.string(),
  state: streamerStateSchema,
  requestedAt: timestamp,
  decidedAt: z.nullable(timestamp),
  isLive: z.boolean(),
  revision: z.int(),
});

export const streamerListSchema = z.object({ streamers: z.array(streamerSchema), ...totals });

export const streamerDecisionSchema = z.object({
  decision: z.enum(['approve', 'reject']),
  /** The channel that was reviewed: the account may be linked with another one by now. */
  twitchId: z.string().check(z.minLength(1), z.maxLength(50)),
});

/** Streamers that were selected, each with the channel that was reviewed. */
export const streamerApprovalsSchema = z.object({
  streamers: z
    .array(z.object({ accountDBID: recordId, twitchId: streamerDecisionSchema.shape.twitchId }))
    .check(z.minLength(1), z.maxLength(100)),
});

export const streamersApprovedSchema = z.object({ approved: z.int() });

export const sampleSchema = z.object({
  /** Start of the sampled minute. */
  minute: timestamp,
  state: z.enum(['ok', 'partial', 'failed']),
  streams: z.int(),
  failedStreams: z.int(),
  chatters: z.int(),
  /** Minutes credited to accounts. */
  credited: z.int(),
  durationMs: z.int(),
  detail: z.nullable(z.string()),
});

export const channelHealthSchema = z.object({
  accountDBID: z.int(),
  userName: z.string(),
  login: z.string(),
  /** `not_counting`: live in another category, or against a rule of the season. */
  state: z.enum(['read', 'unread', 'not_counting', 'offline', 'needs_new_link']),
  /** As Twitch counts them. */
  viewers: z.int(),
  /** Start of the last minute in which its chat was read. */
  readAt: z.nullable(timestamp),
  /** Why its chat couldn't be read in the newest sample. */
  failure: z.nullable(z.string()),
});

export const sampleHealthSchema = z.object({
  /** Whether a channel can't be read, or several minutes of the last hour weren't sampled. */
  needsAttention: z.boolean(),
  /** Approved streamers, at most 100: those that need attention first. */
  channels: z.array(channelHealthSchema),
  samples: z.array(sampleSchema),
  /** Of the last 60 minutes. */
  lastHour: z.object({ ok: z.int(), partial: z.int(), failed: z.int(), missing: z.int() }),
});

export const dropAccountListSchema = z.object({ accounts: z.array(accountNameSchema) });

export const accountMinutesSchema = z.extend(accountNameSchema, {
  /** Null while it isn't linked with Twitch; minutes don't count then. */
  twitchLogin: z.nullable(z.string()),
  minutes: z.array(
    z.object({ seasonId: z.int(), kind: dropKindSchema, minutes: z.int(), adjusted: z.int() }),
  ),
  claims: z.array(
    z.object({ rewardId: z.int(), title: z.string(), kind: dropKindSchema, claimedAt: timestamp }),
  ),
});

export const ruleFailureSchema = z.extend(accountNameSchema, {
  rule: dropRuleSchema,
  /** That didn't count because of it. */
  minutes: z.int(),
  lastAt: timestamp,
});

export const ruleFailureListSchema = z.object({ failures: z.array(ruleFailureSchema), ...totals });

export const minutesAdjustmentSchema = z.object({
  accountDBID: recordId,
  kind: dropKindSchema,
  /** Added to the current season's minutes; negative subtracts, never below zero. */
  minutes: z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000)),
  /** Why, for the audit log. */
  reason: reasonText,
  /** Created when the form opens, so that a repeated request adjusts once. */
  requestId: z.uuid(),
});

export type Season = z.infer<typeof seasonSchema>;
export type StreamerDecision = z.infer<typeof streamerDecisionSchema>;
export type Streamer = z.infer<typeof streamerSchema>;
export type Sample = z.infer<typeof sampleSchema>;
export type ChannelHealth = z.infer<typeof channelHealthSchema>;
export type SampleHealth = z.infer<typeof sampleHealthSchema>;
export type DropAccount = z.infer<typeof accountNameSchema>;
export type AccountMinutes = z.infer<typeof accountMinutesSchema>;
export type RuleFailure = z.infer<typeof ruleFailureSchema>;
export type SeasonInput = z.infer<typeof seasonTextSchema>;
export type MinutesAdjustment = z.infer<typeof minutesAdjustmentSchema>;

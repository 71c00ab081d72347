import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

const kind = () => text('kind', { enum: ['viewer', 'streamer'] }).notNull();

export const twitchSeasons = pgTable('twitch_seasons', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  startsAt: time('starts_at').notNull(),
  endsAt: time('ends_at'),
  claimUntil: time('claim_until'),
  titleWord: text('title_word').notNull().default(''),
  minViewers: integer('min_viewers'),
  minTwitchDays: integer('min_twitch_days'),
  needsConfirmedEmail: boolean('needs_confirmed_email').notNull().default(false),
  minCharacterLevel: integer('min_character_level'),
  maxAccountsPerAddress: integer('max_accounts_per_address'),
  revision: integer('revision').notNull().default(1),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const dropSamples = pgTable('drop_samples', {
  minute: integer('minute').primaryKey(),
  state: text('state', { enum: ['running', 'ok', 'partial', 'failed'] })
    .notNull()
    .default('running'),
  streams: integer('streams').notNull().default(0),
  failedStreams: integer('failed_streams').notNull().default(0),
  unknownStreams: integer('unknown_streams').notNull().default(0),
  chatters: integer('chatters').notNull().default(0),
  credited: integer('credited').notNull().default(0),
  detail: text('detail'),
  startedAt: time('started_at')
    .notNull()
    .default(sql`clock_timestamp()`),
  finishedAt: time('finished_at'),
});

export const dropChannels = pgTable('drop_channels', {
  accountId: integer('account_id').primaryKey(),
  isLive: boolean('is_live').notNull(),
  isEligible: boolean('is_eligible').notNull(),
  streamStartedAt: time('stream_started_at'),
  seenMinute: integer('seen_minute').notNull(),
  observedMinute: integer('observed_minute').notNull(),
  bridgedFrom: integer('bridged_from'),
  failure: text('failure'),
  title: text('title').notNull().default(''),
  viewers: integer('viewers').notNull().default(0),
  thumbnailUrl: text('thumbnail_url'),
  unmetRule: text('unmet_rule', { enum: ['title', 'viewers'] }),
});

export const dropRuleFailures = pgTable(
  'drop_rule_failures',
  {
    seasonId: integer('season_id').notNull(),
    accountId: integer('account_id').notNull(),
    rule: text('rule').notNull(),
    minutes: integer('minutes').notNull().default(1),
    lastMinute: integer('last_minute').notNull(),
    lastAt: time('last_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.accountId, table.rule] })],
);

export const dropMinutes = pgTable(
  'drop_minutes',
  {
    accountId: integer('account_id').notNull(),
    kind: kind(),
    minute: integer('minute').notNull(),
    channelId: integer('channel_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind, table.minute] })],
);

export const dropTotals = pgTable(
  'drop_totals',
  {
    accountId: integer('account_id').notNull(),
    kind: kind(),
    seasonId: integer('season_id').notNull(),
    minutes: integer('minutes').notNull().default(0),
    adjusted: integer('adjusted').notNull().default(0),
    day: date('day'),
    dayMinutes: integer('day_minutes').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind, table.seasonId] })],
);

export const dropAdjustments = pgTable('drop_adjustments', {
  requestId: uuid('request_id').primaryKey(),
  accountId: integer('account_id').notNull(),
  kind: kind(),
  seasonId: integer('season_id').notNull(),
  minutes: integer('minutes').notNull(),
  reason: text('reason').notNull(),
  adjustedAt: time('adjusted_at').notNull().defaultNow(),
});

export const dropClaims = pgTable(
  'drop_claims',
  {
    accountId: integer('account_id').notNull(),
    rewardId: integer('reward_id').notNull(),
    claimedAt: time('claimed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.rewardId] })],
);

export type SeasonRow = typeof twitchSeasons.$inferSelect;

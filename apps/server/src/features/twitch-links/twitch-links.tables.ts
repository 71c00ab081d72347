import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '#platform/db/columns.ts';

export const twitchLinks = pgTable('twitch_links', {
  accountId: integer('account_id').primaryKey(),
  twitchUserId: text('twitch_user_id').notNull(),
  login: text('login').notNull(),
  displayName: text('display_name').notNull(),
  linkedAt: time('linked_at').notNull().defaultNow(),
  twitchCreatedAt: time('twitch_created_at'),
});

export const twitchStreamers = pgTable('twitch_streamers', {
  accountId: integer('account_id').primaryKey(),
  decision: text('decision', { enum: ['pending', 'approved', 'rejected'] })
    .notNull()
    .default('pending'),
  needsNewLink: boolean('needs_new_link').notNull().default(false),
  keyId: text('key_id').notNull(),
  accessToken: bytes('access_token'),
  refreshToken: bytes('refresh_token'),
  expiresAt: time('expires_at').notNull(),
  validatedAt: time('validated_at').notNull().defaultNow(),
  validationTriedAt: time('validation_tried_at')
    .notNull()
    .default(sql`'-infinity'`),
  refreshedUntil: time('refreshed_until')
    .notNull()
    .default(sql`'-infinity'`),
  refreshRefusedAt: time('refresh_refused_at'),
  linkMailedAt: time('link_mailed_at'),
  requestedAt: time('requested_at').notNull().defaultNow(),
  decidedAt: time('decided_at'),
  revision: integer('revision').notNull().default(1),
});

export const twitchLinkAttempts = pgTable('twitch_link_attempts', {
  stateHash: bytes('state_hash').primaryKey(),
  cookieHash: bytes('cookie_hash').notNull(),
  accountId: integer('account_id').notNull(),
  purpose: text('purpose', { enum: ['viewer', 'streamer'] }).notNull(),
  expiresAt: time('expires_at').notNull(),
  sessionHash: bytes('session_hash'),
});

export const twitchLinkBlocks = pgTable('twitch_link_blocks', {
  twitchUserHash: bytes('twitch_user_hash').primaryKey(),
  accountId: integer('account_id').notNull(),
  blockedUntil: time('blocked_until').notNull(),
  keyId: text('key_id'),
});

export const twitchRevocations = pgTable('twitch_revocations', {
  id: uuid('id').primaryKey().defaultRandom(),
  accountId: integer('account_id').notNull(),
  keyId: text('key_id').notNull(),
  accessToken: bytes('access_token').notNull(),
  refreshToken: bytes('refresh_token').notNull(),
  unlinkedAt: time('unlinked_at').notNull().defaultNow(),
});

export type TwitchLinkRow = typeof twitchLinks.$inferSelect;

export type StreamerRow = typeof twitchStreamers.$inferSelect;

export type RevocationRow = typeof twitchRevocations.$inferSelect;

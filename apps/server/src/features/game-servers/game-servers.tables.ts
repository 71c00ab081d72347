import type { Guarantee } from '@waygate/contract/game-servers/game-servers.schemas';
import type {
  AccountPolicy,
  CredentialRules,
} from '@waygate/contract/game-accounts/credential-rules.schemas';
import { boolean, inet, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, time } from '#platform/db/columns.ts';

/** The one that a fresh portal has. Never deleted. Tokens and addresses of the environment and packs are for it. */
export const FIRST_SERVER_ID = 1;

export const gameServers = pgTable('game_servers', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  position: integer('position').notNull().default(0),
  isListed: boolean('is_listed').notNull().default(true),
  /** Null: chosen by how well the game hashes passwords. */
  accountPolicy: text('account_policy').$type<AccountPolicy>(),
  revision: integer('revision').notNull().default(1),
  createdAt: time('created_at').notNull().defaultNow(),
});

/** What the server's bridge reported last. */
export const gameServerStatus = pgTable('game_server_status', {
  serverId: integer('server_id').primaryKey(),
  adapter: text('adapter').notNull(),
  bridgeVersion: text('bridge_version').notNull(),
  guarantee: text('guarantee').$type<Guarantee>().notNull(),
  needsCharacter: boolean('needs_character').notNull(),
  reportsCollected: boolean('reports_collected').notNull(),
  expiresAfterDays: integer('expires_after_days'),
  /** Null: the bridge manages no accounts. */
  accountRules: jsonb('account_rules').$type<CredentialRules>(),
  /** How the game hashed when its bridge first said so, or when owners last chose the policy. */
  trustedHashing: jsonb('trusted_hashing').$type<Pick<CredentialRules, 'scheme' | 'parameters'>>(),
  isOnline: boolean('is_online').notNull(),
  playersOnline: integer('players_online').notNull(),
  capacity: integer('capacity'),
  gameVersion: text('game_version'),
  /** Since when the game is up or down, as reported. */
  changedAt: time('changed_at').notNull().defaultNow(),
  reportedAt: time('reported_at').notNull().defaultNow(),
});

export const bridgeTokens = pgTable('bridge_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  serverId: integer('server_id').notNull().default(FIRST_SERVER_ID),
  label: text('label').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  revokedAt: time('revoked_at'),
});

export const bridgeAddresses = pgTable(
  'bridge_addresses',
  {
    address: inet('address').notNull(),
    serverId: integer('server_id').notNull().default(FIRST_SERVER_ID),
    addedAt: time('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.address, table.serverId] })],
);

import * as z from 'zod/mini';
import { credentialRulesSchema } from '../game-accounts/credential-rules.schemas.ts';
import { line, timestamp } from '../text.ts';

/**
 * What a bridge promises about each delivery.
 * - `exactly_once`: receipt and effect are one durable write
 * - `at_most_once`: never twice, but the outcome may stay unknown, and then staff decide
 */
export const guaranteeSchema = z.enum(['exactly_once', 'at_most_once']);

const COUNT_MESSAGE = 'This is a whole number from 0 to 1 000 000.';
const count = z.int(COUNT_MESSAGE).check(z.minimum(0, COUNT_MESSAGE), z.maximum(1_000_000, COUNT_MESSAGE));
const name = line({ min: 1, max: 60, message: 'This has 1 to 60 characters.' });

/** What a bridge reports about itself and its game, at its start and then every minute. */
export const bridgeStatusSchema = z.object({
  /** The preset, or `sql`. */
  adapter: name,
  bridgeVersion: name,
  guarantee: guaranteeSchema,
  /** Whether every delivery must name a character. */
  needsCharacter: z.boolean(),
  /** Whether it reports when a delivery is collected. */
  reportsCollected: z._default(z.boolean(), false),
  /** After how many days the game destroys what wasn't collected; null: never. */
  expiresAfterDays: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(36_500))), null),
  /** What the game asks of logins and passwords; null: the bridge manages no accounts. */
  accounts: z._default(z.nullable(credentialRulesSchema), null),
  /** Whether players can sign in to the game. */
  isOnline: z.boolean(),
  playersOnline: count,
  /** How many fit; null when the game has no limit. */
  capacity: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))), null),
  gameVersion: z._default(z.nullable(name), null),
});

/**
 * - `online`, `offline`: as the bridge reported
 * - `unknown`: the bridge is silent, or never reported
 */
export const serverStatusSchema = z.enum(['online', 'offline', 'unknown']);

/** What everybody sees of a listed game server. */
export const gameServerSchema = z.object({
  serverId: z.int(),
  name: z.string(),
  slug: z.string(),
  status: serverStatusSchema,
  /** 0 unless online. */
  playersOnline: z.int(),
  capacity: z.nullable(z.int()),
  gameVersion: z.nullable(z.string()),
  /** Since when it is offline, or its bridge silent; null while online, or when nothing was ever reported. */
  offlineSince: z.nullable(timestamp),
  /** Whether what is bought for it needs a character. */
  needsCharacter: z.boolean(),
});

export const gameServerListSchema = z.object({ servers: z.array(gameServerSchema) });

export type BridgeStatus = z.infer<typeof bridgeStatusSchema>;
export type Guarantee = z.infer<typeof guaranteeSchema>;
export type ServerStatus = z.infer<typeof serverStatusSchema>;
export type GameServer = z.infer<typeof gameServerSchema>;

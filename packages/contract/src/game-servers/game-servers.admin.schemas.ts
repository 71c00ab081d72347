import * as z from 'zod/mini';
import { accountPolicySchema, credentialRulesSchema } from '../game-accounts/credential-rules.schemas.ts';
import { ipAddress, timestamp, words } from '../text.ts';
import { gameServerSchema, guaranteeSchema } from './game-servers.schemas.ts';

const SLUG_MESSAGE = 'A short name has 1 to 40 lowercase letters, digits and single hyphens.';

export const gameServerTextSchema = z.object({
  name: words({ max: 60, message: 'Please give a name of at most 60 characters.' }),
  slug: z
    .string(SLUG_MESSAGE)
    .check(z.maxLength(40, SLUG_MESSAGE), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, SLUG_MESSAGE)),
  isListed: z._default(z.boolean(), true),
  position: z._default(
    z.int('A position is a whole number from 0 to 1 000 000.').check(z.minimum(0), z.maximum(1_000_000)),
    0,
  ),
  /** Null: chosen by how well the game hashes passwords. */
  accountPolicy: z._default(z.nullable(accountPolicySchema), null),
  /** The version the editor read; without it, later changes are overwritten. */
  revision: z.optional(z.int()),
});

export const bridgeTokenSchema = z.object({
  /** Eight digits of its hash. It identifies the token and grants no access. */
  tokenId: z.string(),
  label: z.string(),
  createdAt: timestamp,
  revokedAt: z.nullable(timestamp),
});

export const adminGameServerSchema = z.object({
  ...gameServerSchema.shape,
  /** Whether `BRIDGE_TOKEN`, `BRIDGE_ADDRESSES`, packs and benefits are for it. */
  isFirst: z.boolean(),
  isListed: z.boolean(),
  position: z.int(),
  accountPolicy: z.nullable(accountPolicySchema),
  /** The one that applies; null: the bridge manages no accounts. */
  effectiveAccountPolicy: z.nullable(accountPolicySchema),
  /** As the bridge reported; null when it never did. */
  adapter: z.nullable(z.string()),
  bridgeVersion: z.nullable(z.string()),
  guarantee: z.nullable(guaranteeSchema),
  reportsCollected: z.boolean(),
  expiresAfterDays: z.nullable(z.int()),
  accounts: z.nullable(credentialRulesSchema),
  reportedAt: z.nullable(timestamp),
  lastLeaseAt: z.nullable(timestamp),
  /** Deliveries not yet applied. */
  waitingDeliveries: z.int(),
  /** Those of them that wait for staff. */
  undecidedDeliveries: z.int(),
  revision: z.int(),
});

export const adminGameServerListSchema = z.object({ servers: z.array(adminGameServerSchema) });

/** One server with its tokens, newest first, and the addresses its bridge may call from. */
export const gameServerAccessSchema = z.object({
  tokens: z.array(bridgeTokenSchema),
  addresses: z.array(z.object({ address: z.string(), addedAt: timestamp })),
});

export const newBridgeTokenSchema = z.object({
  label: words({ max: 60, message: 'Please give a label of at most 60 characters.' }),
});

/** The token itself, which cannot be read again. */
export const createdBridgeTokenSchema = z.object({ token: z.string(), ...bridgeTokenSchema.shape });

export const bridgeAddressSchema = z.object({ address: ipAddress });

export type GameServerInput = z.infer<typeof gameServerTextSchema>;
export type AdminGameServer = z.infer<typeof adminGameServerSchema>;
export type GameServerAccess = z.infer<typeof gameServerAccessSchema>;

import * as z from 'zod/mini';
import { timestamp } from '../text.ts';
import {
  accountPolicySchema,
  credentialRulesSchema,
  credentialSchemeSchema,
  gameLogin,
} from './credential-rules.schemas.ts';

/**
 * - `none`: there is none yet
 * - `pending`: the game hasn't answered yet
 * - `active`: the player can sign in to the game with it
 * - `taken`: the game has an account of this login, of somebody else or to be claimed
 * - `failed`: the game refused; `message` says why
 */
export const gameAccountStateSchema = z.enum(['none', 'pending', 'active', 'taken', 'failed']);

export const gameAccountSchema = z.object({
  serverId: z.int(),
  serverName: z.string(),
  /** Null while there is none. */
  login: z.nullable(z.string()),
  state: gameAccountStateSchema,
  policy: accountPolicySchema,
  /** Refused by the game: the portal's account is banned. */
  isLocked: z.boolean(),
  /** What to do, as a sentence. */
  message: z.optional(z.string()),
  rules: credentialRulesSchema,
});

export const gameAccountListSchema = z.object({ gameAccounts: z.array(gameAccountSchema) });

/** Login and password for the game. What a game takes is checked by the server's rules. */
export const gameAccountInputSchema = z.object({
  login: gameLogin,
  password: z
    .string()
    .check(
      z.minLength(1, 'Please give a password.'),
      z.maxLength(128, 'A password has at most 128 characters.'),
    ),
});

/**
 * What the game's table gets for a password: never the password itself, unless the scheme is `plain`. `salt` is for srp6
 * alone; there both are hex.
 */
export const credentialSchema = z.object({
  scheme: credentialSchemeSchema,
  verifier: z.string(),
  salt: z.optional(z.string()),
});

/**
 * What the bridge checks the password of an existing account with. Schemes without a salt: the verifier. srp6:
 * `SHA1(LOGIN:PASSWORD)` as hex, from which the bridge makes the verifier with the stored salt. argon2id_raw and bcrypt: the
 * password.
 */
export const proofSchema = z.object({ scheme: credentialSchemeSchema, proof: z.string() });

/**
 * Work for the bridge. Commands about one account come one at a time, in their order. Each is safe to repeat.
 * - `create`: make the account, or nothing when it was made for this `accountDBID` before; `taken` for anybody else's
 * - `set_password`, `rename` (to `newLogin`)
 * - `claim`: the account becomes this `accountDBID`'s when `proof` fits, else `wrong_password`
 * - `lock` (until `lockedUntil`, null: for good), `unlock`
 */
export const accountCommandSchema = z.object({
  id: z.int(),
  kind: z.enum(['create', 'set_password', 'rename', 'claim', 'lock', 'unlock']),
  accountDBID: z.int(),
  login: z.string(),
  newLogin: z.nullable(z.string()),
  /** The portal's, for games that want one. */
  email: z.nullable(z.string()),
  /** With `create` and `set_password`. */
  credential: z.nullable(credentialSchema),
  /** With `claim`. */
  proof: z.nullable(proofSchema),
  lockedUntil: z.nullable(timestamp),
  createdAt: timestamp,
});

export const accountLeaseSchema = z.object({
  leaseSeconds: z.int(),
  commands: z.array(accountCommandSchema),
});

/**
 * - `done`: it is so now
 * - `taken`: the login belongs to another account
 * - `wrong_password`: of a claim
 * - `missing`: the game has no account of this login
 * - `retry`: it failed this time; `reject`: it never can
 */
export const accountAcknowledgementSchema = z.object({
  id: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
  result: z.enum(['done', 'taken', 'wrong_password', 'missing', 'retry', 'reject']),
  /** The game's own id of the account. */
  gameAccountId: z.optional(z.string().check(z.maxLength(64))),
  /** The login as the game writes it. */
  login: z.optional(gameLogin),
  detail: z.optional(z.string()),
});

export const accountAcknowledgedSchema = z.object({
  results: z.array(
    z.object({ id: z.int(), outcome: z.enum(['settled', 'rescheduled', 'unchanged', 'unknown']) }),
  ),
});

export type GameAccount = z.infer<typeof gameAccountSchema>;
export type GameAccountState = z.infer<typeof gameAccountStateSchema>;
export type Credential = z.infer<typeof credentialSchema>;
export type Proof = z.infer<typeof proofSchema>;
export type AccountCommand = z.infer<typeof accountCommandSchema>;
export type AccountAcknowledgement = z.infer<typeof accountAcknowledgementSchema>;

import * as z from 'zod/mini';
import { line } from '../text.ts';

/**
 * How a game stores passwords. `verifier` is what the game's table gets.
 * - `plain`: the password itself
 * - `md5`, `sha1`: hex in lowercase; `sha1_base64`: Base64 of the raw hash
 * - `mysql_password`: MySQL's `PASSWORD()`, `*` and 40 hex digits in uppercase
 * - `srp6`: grunt, `salt` and `verifier` of 32 bytes in little endian, as hex
 * - `argon2id_raw`: Canary's `$<salt>$<hash>` in Base64 without padding
 * - `bcrypt`: `$2b$…`
 */
export const credentialSchemeSchema = z.enum([
  'plain',
  'md5',
  'sha1',
  'sha1_base64',
  'mysql_password',
  'srp6',
  'argon2id_raw',
  'bcrypt',
]);

/** Which characters a game takes in a login or a password. */
export const characterSetSchema = z.enum(['letters_digits', 'word', 'printable_ascii', 'any']);

const length = z.int().check(z.minimum(1), z.maximum(255));
const limits = z
  .object({ min: length, max: length, characters: characterSetSchema })
  .check(z.refine(({ min, max }) => min <= max, 'The shortest length is not above the longest.'));

/** What a game asks of its accounts, as the bridge reports it. Lengths are in bytes of UTF-8. */
export const credentialRulesSchema = z.object({
  scheme: credentialSchemeSchema,
  /**
   * Of argon2id: memory in KiB, passes and lanes, as the game's configuration has them. Of bcrypt: the cost. No more than a
   * portal can spare for each password.
   */
  parameters: z._default(
    z.object({
      memoryKib: z.optional(z.int().check(z.minimum(8), z.maximum(262_144))),
      passes: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
      lanes: z.optional(z.int().check(z.minimum(1), z.maximum(16))),
      cost: z.optional(z.int().check(z.minimum(4), z.maximum(14))),
    }),
    {},
  ),
  login: limits,
  password: limits,
  /** Whether upper and lower case of a password matter to the game. */
  isCaseSensitive: z.boolean(),
  /** Whether an account's login can change. */
  canRename: z.boolean(),
  /** Whether the bridge can check an existing account's password. */
  canClaim: z.boolean(),
});

/** With which password a game account is made: one that the player sets for the game, or the portal's. */
export const accountPolicySchema = z.enum(['own_password', 'same_password']);

/** A login of an account in a game, before the game's own limits. */
export const gameLogin = line({ min: 1, max: 64, message: 'A game login has 1 to 64 characters.' });

export type AccountPolicy = z.infer<typeof accountPolicySchema>;
export type CredentialScheme = z.infer<typeof credentialSchemeSchema>;
export type CredentialRules = z.infer<typeof credentialRulesSchema>;

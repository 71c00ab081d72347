import * as z from 'zod/mini';
import { kindsSchema, unstackableSchema } from '#presets/shared/kinds.ts';
import { gameAddressSchema } from '#presets/shared/port-probe.ts';

export const optionsSchema = z.strictObject({
  /** The largest stack of the game. */
  maxStack: z._default(z.int().check(z.minimum(1), z.maximum(30_000)), 200),
  /** The code that a player gives to delete a character, in new accounts. */
  socialId: z._default(
    z.string().check(z.regex(/^\d{7}$|^\d{13}$/, 'This is a number of 7 or 13 digits.')),
    '1234567',
  ),
  /** Lets `check --fix` add the column `waygate_key` to the game's table `item_award`. */
  allowAlter: z._default(z.boolean(), false),
  gameAddress: gameAddressSchema,
  kinds: kindsSchema,
  unstackable: unstackableSchema,
});

export type Metin2Options = z.infer<typeof optionsSchema>;

/** What the game's clients and login server take. */
export const ACCOUNT_RULES = {
  scheme: 'mysql_password' as const,
  parameters: {},
  login: { min: 4, max: 16, characters: 'letters_digits' as const },
  password: { min: 4, max: 16, characters: 'printable_ascii' as const },
  isCaseSensitive: true,
  // What waits for an account is kept by its login.
  canRename: false,
  canClaim: true,
};

import * as z from 'zod/mini';
import { kindsSchema, unstackableSchema } from '#presets/shared/kinds.ts';
import { gameAddressSchema } from '#presets/shared/port-probe.ts';

const MAX_NAME = 23;
const MAX_TITLE = 39;

const line = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u, 'This is one line of text.'));

/** What the configuration of both servers has beside the common fields. */
export const ragnarokFields = {
  /** As `use_MD5_passwords` of the login server: `md5` for yes, `plain` for no. */
  passwords: z.enum(['plain', 'md5']),
  /** Who mails come from, and what they say. */
  sender: z._default(line(MAX_NAME), 'Shop'),
  title: z._default(line(MAX_TITLE), 'Your delivery'),
  message: z._default(line(80), 'Thank you! Here is what you got.'),
  /** Of new accounts: the game asks for one. */
  sex: z._default(z.enum(['M', 'F']), 'M'),
  /** Where players sign in, to report whether the game is online; without it, it is online while its database is. */
  gameAddress: gameAddressSchema,
  /** The largest stack. All stacks of a mail are taken out at once, and a character must be able to carry them. */
  maxStack: z._default(z.int().check(z.minimum(1), z.maximum(30_000)), 30_000),
  kinds: kindsSchema,
  unstackable: unstackableSchema,
};

const ragnarokSchema = z.object(ragnarokFields);
export type RagnarokOptions = z.infer<typeof ragnarokSchema>;

/** What the game's login server and clients take. */
export function accountRules(scheme: RagnarokOptions['passwords']) {
  return {
    scheme,
    parameters: {},
    login: { min: 4, max: MAX_NAME, characters: 'word' as const },
    // The table holds 32 characters, but clients send at most 23.
    password: { min: 4, max: 23, characters: 'printable_ascii' as const },
    isCaseSensitive: true,
    canRename: true,
    canClaim: true,
  };
}

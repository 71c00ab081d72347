import * as z from 'zod/mini';
import { line } from '../text.ts';

/** What a stream (the first two) or an account must meet for its minutes to count. */
export const dropRuleSchema = z.enum(['title', 'viewers', 'twitch_age', 'email', 'character', 'address']);

/** The rules of a season. Null, '' and false switch one off. */
export const seasonRulesSchema = z.object({
  titleWord: z.string(),
  minViewers: z.nullable(z.int()),
  minTwitchDays: z.nullable(z.int()),
  needsConfirmedEmail: z.boolean(),
  minCharacterLevel: z.nullable(z.int()),
  maxAccountsPerAddress: z.nullable(z.int()),
});

const limit = (most: number) => {
  const message = `Please give a whole number from 1 to ${most}, or nothing.`;
  return z._default(z.nullable(z.int(message).check(z.minimum(1, message), z.maximum(most, message))), null);
};

export const seasonRulesInputSchema = z.object({
  titleWord: z._default(line({ max: 50, message: 'A word or tag has at most 50 characters.' }), ''),
  minViewers: limit(1_000_000),
  minTwitchDays: limit(3650),
  needsConfirmedEmail: z._default(z.boolean(), false),
  minCharacterLevel: limit(10_000),
  maxAccountsPerAddress: limit(1000),
});

export type DropRule = z.infer<typeof dropRuleSchema>;
export type SeasonRules = z.infer<typeof seasonRulesSchema>;

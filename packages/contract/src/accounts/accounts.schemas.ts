import * as z from 'zod/mini';
import { referralHitSchema } from '../referrals/referrals.schemas.ts';
import { isPlainLine, line, timestamp } from '../text.ts';

export const EMAIL_MESSAGE = 'Please enter a valid email address.';
export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long.';
export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 128;
const USER_NAME_MESSAGE = 'User names have 3 to 20 letters, digits, _ or -.';
/** The domain ends without a dot and has no other sign that DNS takes for one: both would be a second spelling. */
const EMAIL_PATTERN = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"\u3002]+\.[^\s@<>()[\]\\,;:".\u3002]+$/;
/** What deleted accounts have, which is nobody's to choose. */
const DELETED = /@deleted\.invalid$/i;
/** Direction marks, joiners and the like make one address look like another. */
const INVISIBLE_CHARACTERS = /\p{Cf}/u;
/** Stands for what a masked address hides, which must not come back as an address. */
const MASK = '•';

export const emailSchema = z.string(EMAIL_MESSAGE).check(
  // Ends the checks: on text without a bound the pattern takes quadratic time.
  z.maxLength(254, { error: EMAIL_MESSAGE, abort: true }),
  z.regex(EMAIL_PATTERN, EMAIL_MESSAGE),
  z.refine(isUnambiguous, EMAIL_MESSAGE),
);

/** Two spellings that mail servers take for one mailbox must not be two accounts. */
function isUnambiguous(email: string): boolean {
  return (
    isPlainLine(email) &&
    !INVISIBLE_CHARACTERS.test(email) &&
    !email.includes(MASK) &&
    !DELETED.test(email) &&
    email === email.normalize('NFKC')
  );
}

/** Whether two spellings are one address: capitals make no difference. */
export function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A password that is being chosen. */
export const newPasswordSchema = z
  .string(PASSWORD_TOO_SHORT)
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, PASSWORD_TOO_SHORT),
    z.maxLength(PASSWORD_MAX_LENGTH, `Password must be at most ${PASSWORD_MAX_LENGTH} characters long.`),
    z.refine(isPlainLine, 'Password must not contain control characters.'),
  );

/** A password that is being proven: any line up to the longest that can have been chosen. */
const currentPasswordSchema = line({
  min: 1,
  max: PASSWORD_MAX_LENGTH,
  message: 'Please enter your password.',
});

export const userNameSchema = z
  .string(USER_NAME_MESSAGE)
  .check(z.regex(/^[A-Za-z0-9_-]{3,20}$/, USER_NAME_MESSAGE));

export const registrationSchema = z.object({
  username: userNameSchema,
  email: emailSchema,
  password: newPasswordSchema,
  /** The browser's first referral. */
  attribution: z.optional(z.nullable(referralHitSchema)),
});

export const loginSchema = z.object({
  identifier: line({ min: 1, max: 254, message: 'Please enter your username or email.' }),
  password: currentPasswordSchema,
});

export const sessionSchema = z.object({
  accessToken: z.string(),
  /** The account's `permission`; 32 is the owner. */
  privilege: z.int(),
  webMgt: z.int(),
  /** Names of the sections that the account has beyond those of `webMgt`. */
  sections: z.array(z.string()),
  accountDBID: z.int(),
  userName: z.string(),
  email: z.string(),
  expiresAt: timestamp,
});

/** The token of a link. A malformed one gets the same answer as an unknown one: `invalid_token`. */
export const tokenParams = z.object({ token: z.string() });

export const newPasswordBody = z.object({ newPassword: newPasswordSchema });

export const emailChangeSchema = z.object({
  currentPassword: line({
    min: 1,
    max: PASSWORD_MAX_LENGTH,
    message: 'Please enter your current password to confirm this change.',
  }),
  newEmail: emailSchema,
});

export const profileSchema = z.object({
  userName: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  avatarUrl: z.nullable(z.string()),
  accountDBID: z.int(),
  registerTime: timestamp,
  lastLoginTime: z.nullable(timestamp),
  /** Premium coins: below zero after a refund of coins that were spent already. */
  agaiaCoins: z.optional(z.int()),
  /** The second kind of coins. */
  astrumCoins: z.optional(z.int()),
  /** When the club ends; null without one. */
  agaiaClubExpiry: z.optional(z.nullable(timestamp)),
  hasClaimedVeteranPackage: z.boolean(),
  hasClaimedFounderPackage: z.boolean(),
  /** Present when a Twitch account is linked. */
  twitchId: z.nullable(z.string()),
  webMgt: z.int(),
  /** Names of the sections that the account has beyond those of `webMgt`. */
  sections: z.array(z.string()),
  privilege: z.int(),
  /** When the account is deleted, if somebody requested it. */
  erasureDueAt: z.optional(timestamp),
});

export const messageSchema = z.object({ message: z.string() });

export type Session = z.infer<typeof sessionSchema>;
export type Profile = z.infer<typeof profileSchema>;
export type Registration = z.infer<typeof registrationSchema>;
export type Login = z.infer<typeof loginSchema>;
export type EmailChange = z.infer<typeof emailChangeSchema>;

import * as z from 'zod/mini';
import { totals } from '../lists.ts';
import { SECTION_PRIMES } from '../permissions.ts';
import { isNamedSection } from '../ranks.ts';
import { accountRoleSchema } from '../roles/roles.schemas.ts';
import { ipAddress, line, reasonText, recordId, timeInput, timestamp } from '../text.ts';
import { emailSchema, newPasswordSchema, userNameSchema } from './accounts.schemas.ts';

export const MAX_PERMISSION = 32;
const PERMISSION_MESSAGE = 'Permission must be a valid number.';
const BAN_MESSAGE = 'Ban End Time and Reason are required.';
export const COINS_MAX = 1_000_000_000;
export const COINS_MESSAGE = 'Coins are a whole number from 0 to 1 000 000 000.';
const SECTION_MESSAGE = 'There is no section of this name.';
const MAX_NAMED_SECTIONS = 64;
const WEB_MGT_MESSAGE = 'These rights are not a product of section primes.';

/** What accounts are filtered by; staff are accounts with any right, `erasure` those about to be deleted. */
export const userStateSchema = z.enum(['banned', 'unconfirmed', 'staff', 'erasure']);

/** An account as staff see it. */
export const adminUserSchema = z.object({
  accountDBID: z.int(),
  userName: z.string(),
  email: z.string(),
  permission: z.int(),
  webMgt: z.int(),
  /** Names of sections beyond the primes; also those that only a newer version knows. */
  sections: z.array(z.string()),
  /** Where the rights come from; null where they were set one by one, and for owners. */
  role: accountRoleSchema,
  agaiaClubExpiry: z.nullable(timestamp),
  /** Below zero after a refund of coins that were spent already. */
  agaiaCoins: z.int(),
  astrumCoins: z.int(),
  hasClaimedFounderPackage: z.boolean(),
  hasClaimedVeteranPackage: z.boolean(),
  isEmailConfirmed: z.boolean(),
  registerTime: timestamp,
  lastLoginTime: z.nullable(timestamp),
  lastLoginIP: z.nullable(z.string()),
  lastIP: z.nullable(z.string()),
  banned: z.boolean(),
  /** Of the ban that is active now; null for none, and for one without an end. */
  bannedUntil: z.nullable(timestamp),
  banReason: z.nullable(z.string()),
  /** The version of the editable fields: saving an older one is a conflict. */
  revision: z.int(),
});

export const adminUserListSchema = z.object({ users: z.array(adminUserSchema), ...totals });

// Nobody is set outside of 0 to COINS_MAX; an account that is there already keeps its balance when its form is saved.
const coins = z.optional(z.int(COINS_MESSAGE));

/** What staff may change of an account; what is left out stays. */
export const userUpdateSchema = z.object({
  userName: z.optional(userNameSchema),
  email: z.optional(emailSchema),
  permission: z.optional(
    z
      .int(PERMISSION_MESSAGE)
      .check(z.minimum(0, PERMISSION_MESSAGE), z.maximum(MAX_PERMISSION, PERMISSION_MESSAGE)),
  ),
  webMgt: z.optional(z.int(WEB_MGT_MESSAGE).check(z.refine(isProductOfPrimes, WEB_MGT_MESSAGE))),
  /** All named sections that the account has from now on; names that this version does not know stay as they are. */
  sections: z.optional(
    z
      .array(z.string().check(z.refine(isNamedSection, SECTION_MESSAGE)))
      .check(z.maxLength(MAX_NAMED_SECTIONS)),
  ),
  password: z.optional(newPasswordSchema),
  agaiaClubExpiry: z.optional(z.nullable(timeInput)),
  agaiaCoins: coins,
  astrumCoins: coins,
  hasClaimedFounderPackage: z.optional(z.boolean()),
  hasClaimedVeteranPackage: z.optional(z.boolean()),
  /**
   * With another e-mail address, `true` counts only where the account was unconfirmed: a form sends back what it had
   * read of the old address. `confirmedEmail` confirms the new one.
   */
  isEmailConfirmed: z.optional(z.boolean()),
  /** The address that staff ticked as confirmed in this edit. One that the account does not get confirms nothing. */
  confirmedEmail: z.optional(emailSchema),
  /** Why, for the audit log. */
  reason: z.optional(reasonText),
  /** What the editor had read; without it the account is changed whatever happened since. */
  revision: z.optional(z.int()),
});

/** Each prime at most once, so that every set of sections has one number. */
function isProductOfPrimes(webMgt: number): boolean {
  if (webMgt < 1) return false;
  const rest = Object.values(SECTION_PRIMES).reduce(
    (left, prime) => (left % prime === 0 ? left / prime : left),
    webMgt,
  );
  return rest === 1;
}

export const banSchema = z.object({
  accountDBID: recordId,
  /** Now, when it is left out or still to come: clocks differ, and a ban acts at once. */
  startTime: z.optional(timeInput),
  /** Null bans for good; it is never left out. */
  endTime: z.nullable(timeInput),
  /** The account's last address, when it is left out; null bans no address. Only an owner names a foreign one. */
  ip: z.optional(z.nullable(ipAddress)),
  description: line({ min: 1, max: 500, message: BAN_MESSAGE }),
  active: z.optional(z.literal(1)),
});

export const unbanSchema = z.object({ accountDBID: recordId });

export const banRecordSchema = z.object({
  banId: z.int(),
  startTime: timestamp,
  endTime: z.nullable(timestamp),
  ip: z.nullable(z.string()),
  description: z.string(),
  active: z.boolean(),
});

const sessionRecordSchema = z.object({ createdAt: timestamp, lastUsedAt: timestamp });

const mailRecordSchema = z.object({
  kind: z.string(),
  recipient: z.string(),
  createdAt: timestamp,
  sentAt: z.nullable(timestamp),
  failedAt: z.nullable(timestamp),
  failure: z.nullable(z.string()),
});

/** What has happened around an account: the newest rows of each kind. */
export const userHistorySchema = z.object({
  bans: z.array(banRecordSchema),
  sessions: z.array(sessionRecordSchema),
  mails: z.array(mailRecordSchema),
});

export type AdminUser = z.infer<typeof adminUserSchema>;
export type UserUpdate = z.infer<typeof userUpdateSchema>;
export type Ban = z.infer<typeof banSchema>;
export type UserHistory = z.infer<typeof userHistorySchema>;

import * as z from 'zod/mini';
import { totals } from '../lists.ts';
import { isSection, type Section } from '../permissions.ts';
import { line, recordId, timestamp, words } from '../text.ts';

export const ROLE_NAME_MAX = 60;
export const ROLE_DESCRIPTION_MAX = 300;
/** Accounts of one request that applies a role or revokes rights. */
export const ROLE_ACCOUNTS_MAX = 200;

export const ROLE_NAME_MISSING = 'Please give the role a name.';

const SECTIONS_MESSAGE = 'Choose at least one section.';
const ACCOUNTS_MESSAGE = `Choose from 1 to ${ROLE_ACCOUNTS_MAX} accounts.`;

/** A section that this version knows. */
export const sectionSchema = z.pipe(
  z.string().check(z.refine(isSection, 'There is no section of this name.')),
  // By the check before, it is one.
  z.transform((name: string) => name as Section),
);

/** What owners write of a role. */
export const roleTextSchema = z.object({
  name: words({
    max: ROLE_NAME_MAX,
    message: `Please give a name of at most ${ROLE_NAME_MAX} characters.`,
    missing: ROLE_NAME_MISSING,
  }),
  description: z._default(
    line({
      max: ROLE_DESCRIPTION_MAX,
      message: `A description is one line of at most ${ROLE_DESCRIPTION_MAX} characters.`,
    }),
    '',
  ),
  /** All sections of the role; names that this version does not know stay as they are. */
  sections: z
    .array(sectionSchema)
    .check(z.minLength(1, SECTIONS_MESSAGE), z.maxLength(100, SECTIONS_MESSAGE)),
  /** The version the editor read; without it, later changes are overwritten. */
  revision: z.optional(z.int()),
});

export const roleSchema = z.object({
  roleId: z.int(),
  name: z.string(),
  description: z.string(),
  /** Sections with a prime, then those with a name; also names that only a newer version knows. */
  sections: z.array(z.string()),
  /** How many accounts have it. */
  accountCount: z.int(),
  updatedAt: timestamp,
  revision: z.int(),
});

export const roleListSchema = z.object({ roles: z.array(roleSchema) });

/** An account's role; null where its rights were set one by one, or where it has none. */
export const accountRoleSchema = z.nullable(z.object({ roleId: z.int(), name: z.string() }));

/** What happens to the rights of the accounts that have a role when it is deleted. */
export const keptRightsSchema = z.enum(['keep', 'revoke'], 'Rights are kept or revoked.');

const accountIds = z
  .array(recordId)
  .check(z.minLength(1, ACCOUNTS_MESSAGE), z.maxLength(ROLE_ACCOUNTS_MAX, ACCOUNTS_MESSAGE));

export const roleApplicationSchema = z.object({
  accounts: accountIds,
  /** The version of the role that was shown; another one is a conflict, and nothing is applied. */
  revision: z.optional(z.int()),
});

export const rightsRevocationSchema = z.object({ accounts: accountIds });

/** What changed for each account, in the order of their ids. */
export const rightsChangesSchema = z.object({
  accounts: z.array(
    z.object({
      accountDBID: z.int(),
      userName: z.string(),
      granted: z.array(z.string()),
      revoked: z.array(z.string()),
    }),
  ),
});

/** An account with rights: an owner, or somebody with at least one section. */
export const staffMemberSchema = z.object({
  accountDBID: z.int(),
  userName: z.string(),
  permission: z.int(),
  webMgt: z.int(),
  sections: z.array(z.string()),
  role: accountRoleSchema,
  /** Whether a sign-in asks for a second factor. */
  hasFactor: z.boolean(),
  /** The last day with a signed-in request, in UTC; null for never. */
  lastActiveOn: z.nullable(z.iso.date()),
});

export const staffListSchema = z.object({ staff: z.array(staffMemberSchema), ...totals });

export type RoleInput = z.infer<typeof roleTextSchema>;
export type Role = z.infer<typeof roleSchema>;
export type AccountRole = z.infer<typeof accountRoleSchema>;
export type KeptRights = z.infer<typeof keptRightsSchema>;
export type RightsChanges = z.infer<typeof rightsChangesSchema>;
export type StaffMember = z.infer<typeof staffMemberSchema>;

import type { updateUser } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { isSameEmail } from '@waygate/contract/accounts/accounts.schemas';
import type { CallInput } from '@waygate/contract/endpoint';
import { namedSectionsOf, type Section, sectionsOf, webMgtOf } from '@waygate/contract/permissions';
import { addDifference, type FieldMerges, mergeChoices } from '#features/admin/records/merge-forms.ts';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { reasonFault } from '#features/admin/records/reason.ts';
import type { Fault } from '#features/admin/records/use-form.ts';
import { serverTime } from '#features/admin/records/server-time.ts';

/** An account's form: numbers as typed, times in ISO 8601. */
export type UserForm = {
  userName: string;
  email: string;
  /** The address that the box confirms, so that no other one ever counts as confirmed; empty for none. */
  confirmedEmail: string;
  password: string;
  permission: string;
  sections: Section[];
  clubExpiry: string;
  agaiaCoins: string;
  astrumCoins: string;
  hasClaimedFounderPackage: boolean;
  hasClaimedVeteranPackage: boolean;
  /** Why coins, packages or the club change. */
  reason: string;
};

export function userFormOf(user: AdminUser): UserForm {
  return {
    userName: user.userName,
    email: user.email,
    confirmedEmail: user.isEmailConfirmed ? user.email : '',
    password: '',
    permission: String(user.permission),
    sections: sectionsOf(user),
    clubExpiry: user.agaiaClubExpiry ?? '',
    agaiaCoins: String(user.agaiaCoins),
    astrumCoins: String(user.astrumCoins),
    hasClaimedFounderPackage: user.hasClaimedFounderPackage,
    hasClaimedVeteranPackage: user.hasClaimedVeteranPackage,
    reason: '',
  };
}

/** Merges keep coins bought or spent meanwhile and rights granted by others. */
export const USER_MERGES: FieldMerges<UserForm> = {
  agaiaCoins: addDifference,
  astrumCoins: addDifference,
  sections: mergeChoices,
};

/** Whether the box is ticked for the address that stands in the form. */
export function isEmailTicked({ email, confirmedEmail }: UserForm): boolean {
  return confirmedEmail !== '' && isSameEmail(confirmedEmail, email.trim());
}

const COINS = 'Coins are a whole number, 0 or more.';

/** Why the form is invalid; undefined when it is valid. */
export function findUserFault(form: UserForm, user: AdminUser): Fault | undefined {
  const blank = [form.userName.trim() === '' && 'userName', form.email.trim() === '' && 'email'];
  const required = blank.filter((name) => name !== false);
  if (required.length > 0) return fault('Username and Email are required.', required);
  if (!/^\d{1,9}$/.test(form.permission.trim()))
    return fault('Permission must be a valid number.', ['permission']);
  const wrongCoins = (['agaiaCoins', 'astrumCoins'] as const).filter(
    (name) => form[name].trim() !== String(user[name]) && !/^\d{1,10}$/.test(form[name].trim()),
  );
  if (wrongCoins.length > 0) return fault(COINS, wrongCoins);
  const missing = isMoneyEdit(form, user) ? reasonFault(form.reason) : '';
  return missing ? fault(missing, ['reason']) : undefined;
}

/** Whether the edit gives or takes value, which needs a reason. */
export function isMoneyEdit(form: UserForm, user: AdminUser): boolean {
  const read = userFormOf(user);
  return MONEY_FIELDS.some((name) => form[name] !== read[name]);
}

const MONEY_FIELDS = [
  'clubExpiry',
  'agaiaCoins',
  'astrumCoins',
  'hasClaimedFounderPackage',
  'hasClaimedVeteranPackage',
] as const;

function fault(message: string, names: string[]): Fault {
  return { message, fields: Object.fromEntries(names.map((name) => [name, message])) };
}

/** The request body. A blank password is not sent. */
export function userUpdateOf(form: UserForm, revision: number): CallInput<typeof updateUser>['body'] {
  return {
    userName: form.userName.trim(),
    email: form.email.trim(),
    isEmailConfirmed: isEmailTicked(form),
    ...(form.password !== '' && { password: form.password }),
    permission: Number(form.permission),
    webMgt: webMgtOf(form.sections),
    sections: namedSectionsOf(form.sections),
    agaiaClubExpiry: serverTime(form.clubExpiry),
    agaiaCoins: Number(form.agaiaCoins),
    astrumCoins: Number(form.astrumCoins),
    hasClaimedFounderPackage: form.hasClaimedFounderPackage,
    hasClaimedVeteranPackage: form.hasClaimedVeteranPackage,
    ...(form.reason.trim() !== '' && { reason: inOneLine(form.reason) }),
    revision,
  };
}

/** Only the changed fields, so that changes by others or by purchases aren't overwritten. */
export function userChangesOf(form: UserForm, user: AdminUser): CallInput<typeof updateUser>['body'] {
  const wanted = userUpdateOf(form, user.revision);
  const read: Record<string, unknown> = userUpdateOf(userFormOf(user), user.revision);
  const changed = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(read[name]),
  );
  return {
    ...Object.fromEntries(changed),
    // Another address counts as unconfirmed, unless the same edit names it.
    ...(wanted.email !== read.email && {
      isEmailConfirmed: wanted.isEmailConfirmed,
      ...(isEmailTicked(form) && { confirmedEmail: wanted.email }),
    }),
    revision: user.revision,
  };
}

import { EMAIL_MESSAGE, emailSchema } from '@waygate/contract/accounts/accounts.schemas';
import { type Fault, fault } from '#features/sign-in/fault.ts';

/** The form's name in what is kept while a player signs in again. */
export const CHANGE_EMAIL_FORM = 'change-email';

export type EmailChangeEntries = { currentPassword: string; newEmail: string; confirmEmail: string };

export function findEmailChangeFault(entries: EmailChangeEntries): Fault | undefined {
  if (entries.newEmail !== entries.confirmEmail)
    return fault('The new email addresses do not match.', 'confirmEmail');
  if (entries.currentPassword === '')
    return fault('Please enter your current password to confirm this change.', 'currentPassword');
  if (!emailSchema.safeParse(entries.newEmail).success)
    return fault(EMAIL_MESSAGE, 'newEmail', 'confirmEmail');
  return undefined;
}

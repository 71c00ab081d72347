import { type Fault, fault } from '#features/sign-in/fault.ts';
import { findNewPasswordFault } from '#features/sign-in/password-reset.rules.ts';

export type PasswordChangeEntries = { oldPassword: string; newPassword: string; confirmPassword: string };

/** The new password follows the rules of a reset. */
export function findPasswordChangeFault({
  oldPassword,
  ...chosen
}: PasswordChangeEntries): Fault | undefined {
  if (oldPassword === '')
    return fault('Please enter your current password to confirm this change.', 'oldPassword');
  return findNewPasswordFault(chosen);
}

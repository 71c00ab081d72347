import {
  EMAIL_MESSAGE,
  emailSchema,
  PASSWORD_MIN_LENGTH,
  PASSWORD_TOO_SHORT,
} from '@waygate/contract/accounts/accounts.schemas';
import { type Fault, fault } from './fault.ts';

export type NewPasswordEntries = { newPassword: string; confirmPassword: string };

export function findResetRequestFault(email: string): Fault | undefined {
  if (email === '') return fault('Please enter an email address.', 'email');
  if (!emailSchema.safeParse(email).success) return fault(EMAIL_MESSAGE, 'email');
  return undefined;
}

export function findNewPasswordFault(entries: NewPasswordEntries): Fault | undefined {
  const missing = Object.entries(entries).filter(([, value]) => value === '');
  if (missing.length > 0)
    return fault('Please enter and confirm your new password.', ...missing.map(([name]) => name));
  if (entries.newPassword !== entries.confirmPassword)
    return fault('Passwords do not match.', 'confirmPassword');
  if (entries.newPassword.length < PASSWORD_MIN_LENGTH) return fault(PASSWORD_TOO_SHORT, 'newPassword');
  return undefined;
}

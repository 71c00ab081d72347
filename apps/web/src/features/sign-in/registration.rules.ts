import {
  EMAIL_MESSAGE,
  emailSchema,
  PASSWORD_MIN_LENGTH,
  PASSWORD_TOO_SHORT,
} from '@waygate/contract/accounts/accounts.schemas';
import { type Fault, fault } from './fault.ts';

export type RegistrationEntries = {
  username: string;
  email: string;
  password: string;
  confirmPassword: string;
};

export function findRegistrationFault(entries: RegistrationEntries): Fault | undefined {
  const missing = Object.entries(entries).filter(([, value]) => value === '');
  if (missing.length > 0) return fault('All fields are required.', ...missing.map(([name]) => name));
  if (!emailSchema.safeParse(entries.email).success) return fault(EMAIL_MESSAGE, 'email');
  if (entries.password.length < PASSWORD_MIN_LENGTH) return fault(PASSWORD_TOO_SHORT, 'password');
  if (entries.password !== entries.confirmPassword)
    return fault('Passwords do not match.', 'confirmPassword');
  return undefined;
}

import type { Login } from '@waygate/contract/accounts/accounts.schemas';
import { type Fault, fault } from './fault.ts';

export function findLoginFault({ identifier, password }: Login): Fault | undefined {
  if (!identifier && !password)
    return fault('Please enter your username or email and your password.', 'identifier', 'password');
  if (!identifier) return fault('Please enter your username or email.', 'identifier');
  if (!password) return fault('Please enter your password.', 'password');
  return undefined;
}

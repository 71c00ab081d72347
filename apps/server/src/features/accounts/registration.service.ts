import type { Registration } from '@waygate/contract/accounts/accounts.schemas';
import { queueRequestedMail } from '#features/mail/mail.ts';
import { findOrRecordFirstReferral } from '#features/referrals/referrals.ts';
import {
  EMAIL_KEY,
  insertAccount,
  USER_NAME_KEY,
  requireUnbannedAddress,
} from '#features/identity/identity.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { UsePortalPassword } from '#platform/auth/portal-password.ts';
import type { Database } from '#platform/db/database.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import { conflict } from '#platform/errors/app-error.ts';
import { storableAddress } from '#platform/http/address.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { confirmEmailMail } from './confirm-email.mail.ts';
import { requireUncommonPassword } from './security/new-passwords.ts';

export const REGISTERED =
  'Registration successful! Please check your email to confirm your account. Redirecting to login...';
const USER_NAME_TAKEN = 'This username is already taken.';
const EMAIL_TAKEN = 'This email address is already in use.';

type Dependencies = {
  db: Database;
  jobs: Jobs;
  passwords: Passwords;
  usePortalPassword: UsePortalPassword;
};

/**
 * Creates the account, links its first referral and queues the confirmation mail in one transaction.
 *
 * @throws validation_failed for a common password; conflict; too_many_requests; account_banned
 */
export async function register(
  { db, jobs, passwords, usePortalPassword }: Dependencies,
  { registration, address }: { registration: Registration; address: string },
): Promise<void> {
  const { username, email, password, attribution } = registration;
  await requireUnbannedAddress(db, address);
  await requireUncommonPassword({ password, field: 'password', account: { userName: username, email } });
  const passwordHash = await passwords.hash(password);
  try {
    const created = await db.transaction(async (tx) => {
      const referralId = attribution ? await findOrRecordFirstReferral(tx, attribution) : undefined;
      const accountId = await insertAccount(tx, {
        userName: username,
        email,
        passwordHash,
        lastIp: storableAddress(address),
        referralId: referralId ?? null,
      });
      await queueRequestedMail(tx, jobs, {
        kind: confirmEmailMail,
        accountId,
        recipient: email,
        parameters: {},
        address,
      });
      return accountId;
    });
    await usePortalPassword({ event: 'registered', accountId: created, password, passwordHash });
  } catch (error) {
    throw asTaken(error, 'username');
  }
}

/** Maps a unique violation to a conflict. The two forms that write accounts name the user name's field differently. */
export function asTaken(error: unknown, nameField: 'username' | 'userName'): unknown {
  const key = violatedUniqueKey(error);
  if (key === USER_NAME_KEY) return conflict(USER_NAME_TAKEN, { [nameField]: USER_NAME_TAKEN });
  if (key === EMAIL_KEY) return conflict(EMAIL_TAKEN, { email: EMAIL_TAKEN });
  return error;
}

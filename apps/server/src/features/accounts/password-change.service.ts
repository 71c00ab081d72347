import type { PasswordChange } from '@waygate/contract/sessions/sessions.schemas';
import { and, eq } from 'drizzle-orm';
import {
  passwordChangedMail,
  queueSecurityMail,
  voidResetTokens,
} from '#features/account-mails/account-mails.ts';
import { accounts, selectAccount } from '#features/identity/identity.ts';
import {
  endOtherSessionsOfAccount,
  findViewerBySession,
  forgetSignIns,
  rememberDevice,
} from '#features/sessions/sessions.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { UsePortalPassword } from '#platform/auth/portal-password.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database } from '#platform/db/database.ts';
import { unauthenticated, wrongPassword } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { requireUncommonPassword } from './security/new-passwords.ts';

const WRONG_PASSWORD = 'Your current password is not correct.';
export const PASSWORD_CHANGED = 'Password changed. Every other device was signed out.';

type Parts = { db: Database; jobs: Jobs; passwords: Passwords; usePortalPassword: UsePortalPassword };

/**
 * Sets a new password by the old one. Ends every other session, voids reset links and a pending e-mail change, clears failed
 * sign-ins and forgets known devices, except the caller's.
 *
 * @returns the token of the caller's device
 * @throws wrong_password; validation_failed for a common password; unauthenticated when the session has ended meanwhile
 */
export async function changePassword(
  { db, jobs, passwords, usePortalPassword }: Parts,
  { accountId, sessionHash }: Pick<Viewer, 'accountId' | 'sessionHash'>,
  { oldPassword, newPassword, address }: PasswordChange & { address: string },
): Promise<string> {
  const account = await selectAccount(db, accountId);
  if (!account) throw unauthenticated();
  if (!(await passwords.verify(account.passwordHash, oldPassword))) throw refusedPassword();
  await requireUncommonPassword({ password: newPassword, field: 'newPassword', account });
  const passwordHash = await passwords.hash(newPassword);
  const deviceToken = await db.transaction(async (tx) => {
    // Lock order: account, then tokens and sessions. The verified hash is compared again, so that of two changes at once,
    // or of this and a reset, the later one is refused.
    const changed = await tx
      .update(accounts)
      .set({ passwordHash, pendingEmail: null })
      .where(and(eq(accounts.id, accountId), eq(accounts.passwordHash, account.passwordHash)))
      .returning({ id: accounts.id });
    if (changed.length === 0) throw refusedPassword();
    // Under the lock: who was signed out meanwhile, by 'This wasn't me' for one, changes nothing.
    if (!(await findViewerBySession(tx, sessionHash))) throw unauthenticated();
    await voidResetTokens(tx, accountId);
    await endOtherSessionsOfAccount(tx, { accountId, sessionHash });
    await forgetSignIns(tx, accountId);
    await queueSecurityMail(tx, jobs, {
      accountId,
      kind: passwordChangedMail,
      parameters: { by: 'password' },
    });
    return rememberDevice(tx, { accountId, address });
  });
  await usePortalPassword({ event: 'changed', accountId, password: newPassword, passwordHash });
  return deviceToken;
}

function refusedPassword() {
  return wrongPassword(WRONG_PASSWORD, { oldPassword: WRONG_PASSWORD });
}

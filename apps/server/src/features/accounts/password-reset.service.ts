import { and, eq, sql } from 'drizzle-orm';
import { queueRequestedMailQuietly } from '#features/mail/mail.ts';
import { accountHasFactor } from '#features/factors/factors.ts';
import { selectAccount, accounts } from '#features/identity/identity.ts';
import { endSessionsOfAccount, forgetSignIns, rememberDevice } from '#features/sessions/sessions.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { UsePortalPassword } from '#platform/auth/portal-password.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { invalidToken, unauthenticated } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import {
  accountTokens,
  passwordChangedMail,
  queueSecurityMail,
  useToken,
  voidResetTokens,
} from '#features/account-mails/account-mails.ts';
import { resetPasswordMail } from './reset-password.mail.ts';
import { requireUncommonPassword } from './security/new-passwords.ts';

export const RESET_REQUESTED =
  'Password reset instructions have been sent to your email address. Please check your inbox (and spam folder).';
export const PASSWORD_RESET = 'Password reset successfully! You can now log in.';
const INVALID_LINK = 'Invalid or expired password reset link.';

/**
 * Queues the same mail and job for every mailbox. The worker looks up whether an account has it.
 *
 * @throws too_many_requests when the caller's address has asked for too many mails
 */
export async function requestPasswordReset(
  { db, jobs }: { db: Database; jobs: Jobs },
  { email, address }: { email: string; address: string },
): Promise<void> {
  await db.transaction((tx) =>
    queueRequestedMailQuietly(tx, jobs, {
      kind: resetPasswordMail,
      accountId: null,
      recipient: email,
      parameters: {},
      address,
    }),
  );
}

/** Like `requestPasswordReset`, for the signed-in account. */
export async function requestOwnPasswordReset(
  parts: { db: Database; jobs: Jobs },
  { accountId, address }: { accountId: number; address: string },
): Promise<void> {
  const account = await selectAccount(parts.db, accountId);
  if (!account) throw unauthenticated();
  await requestPasswordReset(parts, { email: account.email, address });
}

type TokenAccount = { accountId: number; userName: string; email: string };

/** @throws invalid_token when the link is unknown, used, expired or sent to a previous address */
export async function requireResetToken(db: Db, token: string): Promise<TokenAccount> {
  const [found] = await db
    .select({ accountId: accounts.id, userName: accounts.userName, email: accounts.email })
    .from(accountTokens)
    .innerJoin(accounts, eq(accounts.id, accountTokens.accountId))
    .where(
      and(
        eq(accountTokens.tokenHash, hashToken(token)),
        eq(accountTokens.purpose, 'reset_password'),
        sql`${accountTokens.usedAt} is null and ${accountTokens.expiresAt} > now()`,
        // A link that was sent to a previous address is invalid.
        sql`lower(${accountTokens.email}) = lower(${accounts.email})`,
      ),
    );
  if (!found) throw invalidToken(INVALID_LINK);
  return found;
}

/**
 * Sets the password. Also ends all sessions, other reset links and a pending e-mail change, clears failed sign-ins and
 * forgets known devices, except the caller's, who reads the account's mail and is no stranger. Games get the password only of an
 * account without a second factor: the mailbox alone must not open a game that the portal wouldn't open.
 *
 * @returns the token of the caller's device
 */
export async function resetPassword(
  {
    db,
    jobs,
    passwords,
    usePortalPassword,
  }: { db: Database; jobs: Jobs; passwords: Passwords; usePortalPassword: UsePortalPassword },
  { token, newPassword, address }: { token: string; newPassword: string; address: string },
): Promise<string> {
  const account = await requireResetToken(db, token);
  await requireUncommonPassword({ password: newPassword, field: 'newPassword', account });
  const passwordHash = await passwords.hash(newPassword);
  const reset = await db.transaction(async (tx) => {
    const { accountId } = await requireResetToken(tx, token);
    // Lock order: account, then tokens. Reversing it deadlocks two links of one account.
    await tx.update(accounts).set({ passwordHash, pendingEmail: null }).where(eq(accounts.id, accountId));
    const used = await useToken(tx, { token, purpose: 'reset_password' });
    if (!used) throw invalidToken(INVALID_LINK);
    await voidResetTokens(tx, accountId);
    await endSessionsOfAccount(tx, accountId);
    await forgetSignIns(tx, accountId);
    const hasFactor = await accountHasFactor(tx, accountId);
    await queueSecurityMail(tx, jobs, {
      accountId,
      kind: passwordChangedMail,
      parameters: { by: hasFactor ? 'reset_before_factor' : 'reset' },
    });
    return { accountId, hasFactor, deviceToken: await rememberDevice(tx, { accountId, address }) };
  });
  if (!reset.hasFactor)
    await usePortalPassword({
      event: 'changed',
      accountId: reset.accountId,
      password: newPassword,
      passwordHash,
    });
  return reset.deviceToken;
}

import type { Login } from '@waygate/contract/accounts/accounts.schemas';
import type { FactorDue } from '@waygate/contract/factors/factors.schemas';
import { requireNotBanned } from '#features/identity/identity.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { UsePortalPassword } from '#platform/auth/portal-password.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import type { Database } from '#platform/db/database.ts';
import { AppError, tooManyRequests, unauthenticated } from '#platform/errors/app-error.ts';
import { giveBack } from '#platform/http/throttle.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { startFactorStep } from './factor-sign-in.service.ts';
import type { WaitingApps } from './waiting-apps.ts';
import { reportLock } from './lock-report.service.ts';
import { type Caller, openSession, recordFailedSignIn, type SignedIn } from './open-session.service.ts';
import { countSignInAttempt, type SignInAttempt } from './sign-in.queries.ts';

const WRONG_CREDENTIALS = 'Wrong username, email or password.';

type Dependencies = { db: Database; passwords: Passwords };
type SignInParts = Dependencies & {
  jobs: Jobs;
  usePortalPassword: UsePortalPassword;
  waitingApps: WaitingApps;
};

/**
 * Opens a session, or for an account with a second factor its second step. Unknown names and wrong passwords have the same
 * answer and take the same time.
 *
 * @returns the session, and the token by which the account knows the browser from now on; or what the second step needs
 * @throws unauthenticated, account_banned, too_many_requests
 */
export async function signIn(
  { db, jobs, passwords, usePortalPassword, waitingApps }: SignInParts,
  { identifier, password }: Login,
  caller: Caller,
): Promise<SignedIn | FactorDue> {
  const attempt = await countSignInAttempt(db, {
    identifier,
    address: caller.address,
    deviceHashes: caller.deviceTokens.map(hashToken),
  });
  const { account, ban, addressBan, blockedSeconds, methods, keys } = attempt;
  if (attempt.lockedBucket !== null) {
    const whose = account ? { accountId: account.id } : { accountId: null, bucket: attempt.lockedBucket };
    await reportLock({ db, jobs }, { ...whose, guessed: 'password', address: caller.address });
  }
  if (blockedSeconds !== null) throw tooManyRequests(blockedSeconds);
  const isRight = await verifyOrGiveBack({ db, passwords }, { account, keys, password });
  if (!account || !isRight) {
    const failure = {
      accountId: account?.id ?? null,
      outcome: 'wrong_password',
      method: 'password',
      keys,
    } as const;
    await recordFailedSignIn(db, failure, caller);
    throw unauthenticated(WRONG_CREDENTIALS);
  }
  requireNotBanned(account, { ban, addressBan });
  const isOutdated = passwords.isOutdated(account.passwordHash);
  const rehashed = isOutdated ? await passwords.hash(password) : null;
  const { id: accountId, passwordHash: verifiedHash, factorsAdded } = account;
  if (methods.length > 0) {
    const factorToken = await startFactorStep(
      { db, waitingApps },
      { accountId, verifiedHash, rehashed, keys },
    );
    if (factorToken === undefined) throw unauthenticated(WRONG_CREDENTIALS);
    // No game gets the password: who knows it alone must not get into a game either.
    return { factorToken, methods };
  }
  const opened = await openSession(
    { db, jobs },
    { accountId, method: 'password', verifiedHash, factorsAdded, rehashed, keys },
    caller,
  );
  if (!opened) throw unauthenticated(WRONG_CREDENTIALS);
  await usePortalPassword({
    event: 'signed_in',
    accountId,
    password,
    passwordHash: rehashed ?? verifiedHash,
  });
  return opened;
}

/** An attempt that was refused because the password queue was full does not count. */
async function verifyOrGiveBack(
  { db, passwords }: Dependencies,
  { account, keys, password }: Pick<SignInAttempt, 'account' | 'keys'> & { password: string },
): Promise<boolean> {
  try {
    return await passwords.verify(account?.passwordHash, password);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') await giveBack(db, keys);
    throw error;
  }
}

import { accountLockedMail, queueSecurityMail } from '#features/account-mails/account-mails.ts';
import type { Database } from '#platform/db/database.ts';
import { AppError } from '#platform/errors/app-error.ts';
import { shownNetworkOf } from '#platform/http/address.ts';
import { consume } from '#platform/http/throttle.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

/** What somebody guesses: a password, the code after a right password, or either of them with an open session. */
export type Guessed = 'password' | 'code' | 'sudo';

/**
 * Mails the owner that guesses are blocked, at most once a day for each kind, so that wrong passwords don't hide wrong
 * codes. The day is counted for names that nobody has too, so that they take as long.
 *
 * @param lock.accountId null for a name that nobody has, whose day is counted for its `bucket`
 */
export async function reportLock(
  { db, jobs }: { db: Database; jobs: Jobs },
  {
    accountId,
    bucket,
    guessed,
    address,
  }: { guessed: Guessed; address: string } & (
    | { accountId: number; bucket?: undefined }
    | { accountId: null; bucket: string }
  ),
): Promise<void> {
  const key = `${KEYS[guessed]} ${accountId ?? bucket}`;
  try {
    await db.transaction(async (tx) => {
      await consume(tx, [{ key, points: 1, windowSeconds: 86_400 }]);
      if (accountId === null) return;
      await queueSecurityMail(tx, jobs, {
        accountId,
        kind: accountLockedMail,
        parameters: { network: shownNetworkOf(address), guessed },
      });
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
  }
}

const KEYS: Record<Guessed, string> = {
  password: 'sign-in lock mail',
  code: 'factor lock mail',
  sudo: 'sudo lock mail',
};

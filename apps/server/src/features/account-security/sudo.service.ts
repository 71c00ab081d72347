import { proofOf, wrongCode } from '#features/factors/factors.ts';
import {
  type Caller,
  dailyGuesses,
  methodOfCode,
  recordFailedSignIn,
  reportLock,
  SUDO_MINUTES,
  updateVerified,
} from '#features/sessions/sessions.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { FactorBox } from '#platform/crypto/factor-keys.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { AppError, invalid, unauthenticated, wrongPassword } from '#platform/errors/app-error.ts';
import { type Allowance, consume, giveBack } from '#platform/http/throttle.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { type ProvingAccount, selectProvingAccount } from './factors.queries.ts';
import { useCode } from './sudo.queries.ts';

const WRONG_PASSWORD = 'Your password is not correct.';
const GUESSES = 10;
const WINDOW_SECONDS = 15 * 60;

type Parts = { db: Database; jobs: Jobs; passwords: Passwords; factorBox: FactorBox };
type Entered = { password: string } | { code: string };
type Allowances = { own: Allowance; daily: Allowance | undefined };

/**
 * Proves who is signed in once more: by a code where the account has a second factor, else by the password. What is wrong
 * is in the account's sign-in history, and its owner gets a mail when guesses are blocked.
 *
 * @returns until when sensitive actions don't ask again
 * @throws wrong_password, invalid for the wrong kind of proof, too_many_requests
 */
export async function confirmSudo(
  { db, jobs, passwords, factorBox }: Parts,
  { viewer, entered, caller }: { viewer: Viewer; entered: Entered; caller: Caller },
): Promise<Date> {
  const account = await selectProvingAccount(db, viewer.accountId);
  if (!account) throw unauthenticated();
  const allowances = allowancesOf(account, entered);
  const keys = [allowances.own, allowances.daily].flatMap((allowance) => allowance?.key ?? []);
  await countGuess({ db, jobs }, { accountId: account.id, allowances, caller });
  await unlessUnavailable(db, keys, async () => {
    try {
      await (account.hasFactor
        ? requireCode({ db, factorBox }, account, entered)
        : requirePassword(passwords, account, entered));
    } catch (error) {
      if (error instanceof AppError && error.code === 'wrong_password')
        await recordFailedSignIn(db, { accountId: account.id, ...failureOf(entered) }, caller);
      throw error;
    }
  });
  await giveBack(db, keys);
  return verifySession(db, viewer.sessionHash);
}

/**
 * Notes that who is signed in was proven now.
 *
 * @returns until when sensitive actions don't ask again
 * @throws unauthenticated when the session has ended meanwhile
 */
export async function verifySession(db: Db, sessionHash: Buffer): Promise<Date> {
  const verifiedAt = await updateVerified(db, sessionHash);
  if (!verifiedAt) throw unauthenticated();
  return new Date(verifiedAt.getTime() + SUDO_MINUTES * 60_000);
}

/** In 15 minutes, guesses with a stolen session don't use up those of a sign-in; in a day, codes are counted together. */
function allowancesOf({ id, hasFactor }: ProvingAccount, entered: Entered): Allowances {
  const isAppCode = hasFactor && 'code' in entered && methodOfCode(entered.code) === 'totp';
  return {
    own: { key: `sudo account:${id}`, points: GUESSES, windowSeconds: WINDOW_SECONDS },
    daily: isAppCode ? dailyGuesses(id) : undefined,
  };
}

async function countGuess(
  { db, jobs }: Pick<Parts, 'db' | 'jobs'>,
  {
    accountId,
    allowances: { own, daily },
    caller,
  }: { accountId: number; allowances: Allowances; caller: Caller },
): Promise<void> {
  try {
    await consume(db, [own]);
  } catch (error) {
    if (isTooMany(error))
      await reportLock({ db, jobs }, { accountId, guessed: 'sudo', address: caller.address });
    throw error;
  }
  if (!daily) return;
  try {
    await consume(db, [daily]);
  } catch (error) {
    // Strangers at the sign-in may have used up the day: that is no guess by the account that is signed in.
    if (isTooMany(error)) await giveBack(db, [own.key]);
    throw error;
  }
}

function isTooMany(error: unknown): boolean {
  return error instanceof AppError && error.code === 'too_many_requests';
}

function failureOf(entered: Entered) {
  return 'code' in entered
    ? ({ outcome: 'wrong_code', method: methodOfCode(entered.code) } as const)
    : ({ outcome: 'wrong_password', method: 'password' } as const);
}

/** A guess that nobody looked at doesn't count. */
async function unlessUnavailable(db: Db, keys: string[], check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof AppError && ['unavailable', 'validation_failed'].includes(error.code))
      await giveBack(db, keys);
    throw error;
  }
}

async function requirePassword(
  passwords: Passwords,
  { passwordHash }: ProvingAccount,
  entered: Entered,
): Promise<void> {
  if (!('password' in entered))
    throw invalid('Please enter your password.', { password: 'Please enter your password.' });
  if (!(await passwords.verify(passwordHash, entered.password)))
    throw wrongPassword(WRONG_PASSWORD, { password: WRONG_PASSWORD });
}

async function requireCode(
  { db, factorBox }: Pick<Parts, 'db' | 'factorBox'>,
  { id, totp }: ProvingAccount,
  entered: Entered,
): Promise<void> {
  if (!('code' in entered))
    throw invalid('Please enter a code of your second factor.', { code: 'Please enter the code.' });
  const proof = proofOf(factorBox, totp, entered.code);
  if (!proof || !(await useCode(db, id, proof))) throw wrongCode();
}

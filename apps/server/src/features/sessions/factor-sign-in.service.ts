import { type CodeProof, proofOf, readCode, type ReadTotp, wrongCode } from '#features/factors/factors.ts';
import { lockAccounts, requireNotBanned } from '#features/identity/identity.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import type { FactorBox } from '#platform/crypto/factor-keys.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { AppError, invalidToken, tooManyRequests } from '#platform/errors/app-error.ts';
import { addressAllowances, type Allowance, consume, giveBack } from '#platform/http/throttle.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import {
  countFactorGuess,
  type FactorAttempt,
  insertFactorSignIn,
  selectFactorSignInAccount,
} from './factor-sign-in.queries.ts';
import { reportLock } from './lock-report.service.ts';
import { type Caller, openSessionBy, recordFailedSignIn, type SignedIn } from './open-session.service.ts';
import { insertAppSession, insertFactorSession } from './redeem-factor.queries.ts';
import type { SignInMethod } from './sign-ins.queries.ts';
import type { WaitingApps } from './waiting-apps.ts';

const EXPIRED = 'This sign-in has expired. Please sign in again.';
type Parts = { db: Database; jobs: Jobs; factorBox: FactorBox; waitingApps?: WaitingApps };

const PER_ADDRESS = { points: 60, windowSeconds: 900 };

/** Codes from an address that don't open a session at once. */
function guessesOfAddress(address: string): Allowance[] {
  return addressAllowances(address, { key: 'POST /auth/login/factor', ...PER_ADDRESS });
}

/** What is refused without a look at the code. Apart from guesses, so that unknown tokens keep nobody else's code out. */
function refusalsOfAddress(address: string): Allowance[] {
  return addressAllowances(address, { key: 'POST /auth/login/factor refused', ...PER_ADDRESS });
}

const NO_CODE: CodeProof = { totpStep: null, recoveryHash: null };

/**
 * The second step: a code, or what another feature checks in the transaction that opens the session. It runs with the account
 * locked, and uses what it checks.
 */
export type FactorProof =
  | { code: string }
  | { method: 'passkey_second_step'; check: (tx: Transaction, accountId: number) => Promise<boolean> };

/**
 * Keeps a sign-in whose password was right until its second factor comes.
 *
 * @returns the token for the second step; undefined when the password has changed in the meantime
 */
export async function startFactorStep(
  { db, waitingApps }: { db: Db; waitingApps: WaitingApps },
  step: { accountId: number; verifiedHash: string; rehashed: string | null; keys: string[] },
): Promise<string | undefined> {
  const factorToken = createToken();
  const app = await insertFactorSignIn(db, { ...step, tokenHash: hashToken(factorToken) });
  if (app === undefined) return undefined;
  if (app !== null) waitingApps.keep(factorToken, app);
  return factorToken;
}

/**
 * The account of a sign-in that waits for its second factor, for what must be known before the factor is checked.
 *
 * @throws invalid_token
 */
export async function requireFactorSignIn(db: Db, factorToken: string): Promise<number> {
  const accountId = await selectFactorSignInAccount(db, hashToken(factorToken));
  if (accountId === undefined) throw invalidToken(EXPIRED);
  return accountId;
}

/**
 * Redeems the token of a password sign-in with a second factor, and opens the session. Guesses are counted before they are
 * checked, so that parallel callers can't exceed them; success gives them back.
 *
 * @throws invalid_token, wrong_password for the field `code`, account_banned, too_many_requests
 */
export async function signInWithFactor(
  parts: Parts,
  { factorToken, proof, caller }: { factorToken: string; proof: FactorProof; caller: Caller },
): Promise<SignedIn> {
  const opened = await signInWithApp(parts, { factorToken, proof, caller });
  if (opened) return opened;
  const { db, jobs, factorBox } = parts;
  const tokenHash = hashToken(factorToken);
  const attempt = await countFactorGuess(db, {
    tokenHash,
    address: caller.address,
    deviceHashes: caller.deviceTokens.map(hashToken),
    // Nobody guesses a passkey, so guessed codes don't keep its owner out.
    isCode: 'code' in proof,
    isAppCode: triedBy(proof) === 'totp',
  });
  if (attempt.account && attempt.isFirstBlocked) {
    const { address } = caller;
    await reportLock({ db, jobs }, { accountId: attempt.account.id, guessed: 'code', address });
  }
  // After the guess: one that the address refuses counts for the account too, whether right or wrong.
  if ('code' in proof)
    await consume(db, (isGuess(attempt) ? guessesOfAddress : refusalsOfAddress)(caller.address));
  const account = admitted(attempt);
  try {
    return await redeem({ db, jobs, factorBox }, { tokenHash, proof, caller, attempt, account });
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_password') {
      const failure = { accountId: account.id, outcome: 'wrong_code', method: triedBy(proof) } as const;
      await recordFailedSignIn(db, failure, caller);
    }
    throw error;
  }
}

type Account = NonNullable<FactorAttempt['account']>;

async function redeem(
  { db, jobs, factorBox }: Parts,
  {
    tokenHash,
    proof,
    caller,
    attempt: { keys, totp },
    account,
  }: { tokenHash: Buffer; proof: FactorProof; caller: Caller; attempt: FactorAttempt; account: Account },
): Promise<SignedIn> {
  const { id: accountId } = account;
  const code =
    'code' in proof ? await readOrGiveBack({ db, factorBox }, { totp, keys }, proof.code) : NO_CODE;
  if (!code) throw wrongCode();
  const redeemAs = async (handle: Database | Transaction, provenBy: SignInMethod | null) => {
    const proven = { factorTokenHash: tokenHash, provenBy, ...code, keys };
    const opened = await openSessionBy({ db: handle, jobs }, caller, (on, origin) =>
      insertFactorSession(on, { ...origin, ...proven }),
    );
    // Another caller has used the code, or this sign-in.
    if (!opened) throw wrongCode();
    return opened;
  };
  if ('code' in proof) return redeemAs(db, null);
  return db.transaction(async (tx) => redeemAs(tx, await methodOf(tx, proof, accountId)));
}

/**
 * In one statement, for the code of an app that the first step has read: the common case. It uses nothing and counts nothing
 * unless it opens the session, so that everything else is left to the guess that is counted first. An app that opened none is
 * forgotten: further codes for this sign-in are counted before anything compares them.
 */
async function signInWithApp(
  { db, jobs, factorBox, waitingApps }: Parts,
  { factorToken, proof, caller }: { factorToken: string; proof: FactorProof; caller: Caller },
): Promise<SignedIn | undefined> {
  const app = waitingApps?.find(factorToken);
  if (app === undefined || !('code' in proof) || triedBy(proof) !== 'totp') return undefined;
  const code = readApp(factorBox, app, proof.code);
  if (!code) {
    waitingApps?.forget(factorToken);
    return undefined;
  }
  const opened = await openSessionBy({ db, jobs }, caller, (on, origin) =>
    insertAppSession(on, {
      ...origin,
      ...code,
      factorTokenHash: hashToken(factorToken),
      sealed: app.sealed,
      addressLimits: guessesOfAddress(caller.address),
    }),
  );
  waitingApps?.forget(factorToken);
  return opened;
}

/** Without the key, the counted guess answers. */
function readApp(factorBox: FactorBox, app: ReadTotp, code: string): CodeProof | undefined {
  try {
    return proofOf(factorBox, app, code);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return undefined;
    throw error;
  }
}

function triedBy(proof: FactorProof): SignInMethod {
  return 'method' in proof ? proof.method : methodOfCode(proof.code);
}

/** What somebody meant by a code. What can be neither is no guess of an app's code that could be right. */
export function methodOfCode(code: string): 'totp' | 'recovery_code' {
  const entered = readCode(code);
  return entered && 'recoveryHash' in entered ? 'recovery_code' : 'totp';
}

/** Whether the code of this attempt may be compared. */
function isGuess({ account, isSpent, blockedSeconds }: FactorAttempt): boolean {
  return account !== null && !isSpent && blockedSeconds === null;
}

function admitted({ account, ban, addressBan, isSpent, blockedSeconds }: FactorAttempt): Account {
  if (!account || isSpent) throw invalidToken(EXPIRED);
  if (blockedSeconds !== null) throw tooManyRequests(blockedSeconds);
  requireNotBanned(account, { ban, addressBan });
  return account;
}

/** A guess that can't be checked doesn't count. */
async function readOrGiveBack(
  { db, factorBox }: { db: Db; factorBox: FactorBox },
  { totp, keys }: Pick<FactorAttempt, 'totp' | 'keys'>,
  code: string,
): Promise<CodeProof | undefined> {
  try {
    return proofOf(factorBox, totp, code);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') await giveBack(db, keys);
    throw error;
  }
}

async function methodOf(
  tx: Transaction,
  { method, check }: Exclude<FactorProof, { code: string }>,
  accountId: number,
): Promise<SignInMethod> {
  await lockAccounts(tx, [accountId]);
  if (!(await check(tx, accountId))) throw wrongCode();
  return method;
}

import { deleteFactorRemoval } from '#features/factors/factors.ts';
import { lockAccounts, requireNotBanned } from '#features/identity/identity.ts';
import {
  type Caller,
  openSession,
  recordFailedSignIn,
  requireFactorSignIn,
  type SignedIn,
  signInWithFactor,
} from '#features/sessions/sessions.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { FactorBox } from '#platform/crypto/factor-keys.ts';
import { AppError, conflict } from '#platform/errors/app-error.ts';
import { networkOf } from '#platform/http/address.ts';
import { insertChallenge } from './challenges.queries.ts';
import { selectBans, selectPasskeys } from './passkeys.queries.ts';
import type { PasskeyParts } from './passkeys.service.ts';
import { provePasskey, refusedSignIn, usePasskey } from './prove-passkey.ts';
import { requireRelyingParty } from './relying-party.ts';
import { requestOptions } from './web-authn.ts';

type PasskeySignInParts = PasskeyParts & { factorBox: FactorBox };

type SignIn = {
  /** Of the password's step; without it the passkey signs in alone. */
  factorToken?: string | undefined;
};

/**
 * What the browser is asked for a sign-in: any passkey that it has for the portal, or one of the account whose password was
 * right. Nobody else learns what passkeys an account has.
 *
 * @throws invalid_token for a sign-in that waits no more
 */
export async function startPasskeySignIn(
  { db, config }: PasskeyParts,
  { factorToken }: SignIn,
): Promise<Record<string, unknown>> {
  const relyingParty = requireRelyingParty(config);
  if (factorToken === undefined) {
    const challenge = await insertChallenge(db, { purpose: 'sign_in', accountId: null });
    return requestOptions(relyingParty, { challenge, known: undefined, userVerification: 'required' });
  }
  const accountId = await requireFactorSignIn(db, factorToken);
  const known = await selectPasskeys(db, accountId);
  if (known.length === 0) throw conflict('This account has no passkey. Use a code instead.');
  const challenge = await insertChallenge(db, { purpose: 'second_factor', accountId });
  return requestOptions(relyingParty, { challenge, known, userVerification: 'preferred' });
}

/**
 * Opens a session by a passkey.
 *
 * @returns the session, and the token by which the account knows the browser from now on
 * @throws bad_request for what can't be read or comes late, invalid_token, unauthenticated, account_banned
 */
export async function signInWithPasskey(
  parts: PasskeySignInParts,
  { factorToken, response }: SignIn & { response: unknown },
  caller: Caller,
): Promise<SignedIn> {
  return factorToken === undefined
    ? signInAlone(parts, response, caller)
    : signInSecond(parts, { factorToken, response }, caller);
}

/** The passkey verified its user by a PIN or a biometric: two factors in one. */
async function signInAlone(parts: PasskeyParts, response: unknown, caller: Caller): Promise<SignedIn> {
  const proven = await provePasskey(parts, requireRelyingParty(parts.config), {
    json: response,
    challengeFor: { purpose: 'sign_in', accountId: null },
    refused: refusedSignIn,
  });
  const { accountId } = proven.passkey;
  // What proves nothing is not recorded: anybody can send it.
  return recordingRefusal(parts, { accountId, method: 'passkey_alone', caller }, () =>
    parts.db.transaction(async (tx) => {
      await lockUnbanned(tx, { accountId, address: caller.address });
      await usePasskey(tx, { log: parts.log, refused: refusedSignIn }, proven);
      await deleteFactorRemoval(tx, accountId);
      // A passkey stays what it is when the password changes, so no password is compared.
      const proof = { accountId, method: 'passkey_alone', verifiedHash: null } as const;
      const opened = await openSession({ db: tx, jobs: parts.jobs }, proof, caller);
      if (!opened) throw refusedSignIn();
      return opened;
    }),
  );
}

async function signInSecond(
  parts: PasskeySignInParts,
  { factorToken, response }: { factorToken: string; response: unknown },
  caller: Caller,
): Promise<SignedIn> {
  const accountId = await requireFactorSignIn(parts.db, factorToken);
  return recordingRefusal(parts, { accountId, method: 'passkey_second_step', caller }, async () => {
    const proven = await provePasskey(parts, requireRelyingParty(parts.config), {
      json: response,
      challengeFor: { purpose: 'second_factor', accountId },
      refused: refusedSignIn,
    });
    const check = async (tx: Transaction) => {
      await usePasskey(tx, { log: parts.log, refused: refusedSignIn }, proven);
      return true;
    };
    return signInWithFactor(parts, { factorToken, caller, proof: { method: 'passkey_second_step', check } });
  });
}

/** A passkey that was refused stands in the account's sign-in history. */
async function recordingRefusal(
  { db }: PasskeyParts,
  {
    accountId,
    method,
    caller,
  }: { accountId: number; method: 'passkey_alone' | 'passkey_second_step'; caller: Caller },
  signIn: () => Promise<SignedIn>,
): Promise<SignedIn> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated')
      await recordFailedSignIn(db, { accountId, outcome: 'wrong_code', method }, caller);
    throw error;
  }
}

/**
 * Locks the account. A ban takes the same lock, so none can come between this check and the session.
 *
 * @throws account_banned
 */
async function lockUnbanned(
  tx: Transaction,
  { accountId, address }: { accountId: number; address: string },
): Promise<void> {
  const [account] = await lockAccounts(tx, [accountId]);
  if (!account) throw refusedSignIn();
  requireNotBanned(account, await selectBans(tx, { accountId, network: networkOf(address) }));
}

import type { Transaction } from '#platform/db/database.ts';
import { type AppError, badRequest, unauthenticated } from '#platform/errors/app-error.ts';
import type { Database } from '#platform/db/database.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { type ChallengeFor, deleteChallenge } from './challenges.queries.ts';
import { type Assertion, parseAssertion } from './credential-json.ts';
import { type FoundPasskey, selectPasskeyByCredential, updatePasskeyUse } from './passkeys.queries.ts';
import { type RelyingParty } from './relying-party.ts';
import { NotVerified, verifyAssertion } from './web-authn.ts';

export const CHALLENGE_OVER = 'This took too long, or was answered already. Please start again.';

type Dependencies = { db: Database; log: Logger };

/** A passkey that has signed our challenge. It counts with `usePasskey`. */
export type ProvenPasskey = { passkey: FoundPasskey; counter: number };

/**
 * Verifies a browser's answer. The challenge is deleted first, so the same answer proves nothing a second time.
 *
 * @param refused makes the error for an answer that proves nothing
 * @throws bad_request for an answer that can't be read, or whose challenge is over
 */
export async function provePasskey(
  { db, log }: Dependencies,
  relyingParty: RelyingParty,
  { json, challengeFor, refused }: { json: unknown; challengeFor: ChallengeFor; refused: () => AppError },
): Promise<ProvenPasskey> {
  const assertion = parseAssertion(json);
  const { challenge } = assertion.clientData;
  if (!(await deleteChallenge(db, { challenge, ...challengeFor }))) throw badRequest(CHALLENGE_OVER);
  const passkey = await selectPasskeyByCredential(db, Buffer.from(assertion.id, 'base64url'));
  if (!passkey || !isOf(passkey, { assertion, challengeFor })) throw refused();
  try {
    const { counter } = await verifyAssertion(relyingParty, {
      assertion,
      passkey,
      isUserVerificationRequired: challengeFor.purpose === 'sign_in',
    });
    return { passkey, counter };
  } catch (error) {
    if (!(error instanceof NotVerified)) throw error;
    log.info({ err: error, passkeyId: passkey.id, accountId: passkey.accountId }, 'a passkey was refused');
    throw refused();
  }
}

/** The authenticator names the account where it chose the passkey itself. */
function isOf(
  { accountId, userHandle }: FoundPasskey,
  { assertion, challengeFor }: { assertion: Assertion; challengeFor: ChallengeFor },
): boolean {
  if (challengeFor.accountId === null) return assertion.response.userHandle === userHandle;
  const { userHandle: named } = assertion.response;
  return accountId === challengeFor.accountId && (!named || named === userHandle);
}

/**
 * Counts the use of a passkey that was proven, in the transaction that acts on it and has locked its account: a passkey
 * that was removed meanwhile, or whose count was seen before, does nothing.
 *
 * @throws what `refused` makes
 */
export async function usePasskey(
  tx: Transaction,
  { log, refused }: Pick<Dependencies, 'log'> & { refused: () => AppError },
  { passkey: { id, accountId, counter: stored }, counter }: ProvenPasskey,
): Promise<void> {
  const use = await updatePasskeyUse(tx, { id, accountId, counter });
  if (use === 'repeated')
    log.warn(
      { passkeyId: id, accountId, stored, counter },
      'a passkey counted back: it may have been copied',
    );
  if (use !== 'used') throw refused();
}

/** For sign-ins: the same whatever is wrong, so that it says nothing of accounts. */
export function refusedSignIn(): AppError {
  return unauthenticated("This passkey doesn't open an account here. Sign in another way.");
}

import { deleteFactorRemoval } from '#features/factors/factors.ts';
import { lockAccounts } from '#features/identity/identity.ts';
import { verifySession } from '#features/account-security/sudo.service.ts';
import { type Caller, recordFailedSignIn } from '#features/sessions/sessions.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import { AppError, conflict, forbidden } from '#platform/errors/app-error.ts';
import { insertChallenge } from './challenges.queries.ts';
import { selectPasskeys } from './passkeys.queries.ts';
import type { PasskeyParts } from './passkeys.service.ts';
import { provePasskey, usePasskey } from './prove-passkey.ts';
import { requireRelyingParty } from './relying-party.ts';
import { requestOptions } from './web-authn.ts';

/** What the browser is asked to prove who is signed in. */
export async function startPasskeySudo(
  { db, config }: PasskeyParts,
  { accountId }: Pick<Viewer, 'accountId'>,
): Promise<Record<string, unknown>> {
  const relyingParty = requireRelyingParty(config);
  const known = await selectPasskeys(db, accountId);
  if (known.length === 0) throw conflict('Your account has no passkey.');
  const challenge = await insertChallenge(db, { purpose: 'sudo', accountId });
  return requestOptions(relyingParty, { challenge, known, userVerification: 'preferred' });
}

/**
 * Proves by a passkey who is signed in.
 *
 * @returns until when sensitive actions don't ask again
 * @throws bad_request for what can't be read or comes late; forbidden for another passkey: a 401 would end the session
 */
export async function confirmSudoWithPasskey(
  parts: PasskeyParts,
  viewer: Pick<Viewer, 'accountId' | 'sessionHash'>,
  { response, caller }: { response: unknown; caller: Caller },
): Promise<Date> {
  try {
    return await proveSudo(parts, viewer, response);
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') {
      const failure = { accountId: viewer.accountId, outcome: 'wrong_code', method: 'passkey' } as const;
      await recordFailedSignIn(parts.db, failure, caller);
    }
    throw error;
  }
}

async function proveSudo(
  parts: PasskeyParts,
  { accountId, sessionHash }: Pick<Viewer, 'accountId' | 'sessionHash'>,
  response: unknown,
): Promise<Date> {
  const proven = await provePasskey(parts, requireRelyingParty(parts.config), {
    json: response,
    challengeFor: { purpose: 'sudo', accountId },
    refused: refusedSudo,
  });
  return parts.db.transaction(async (tx) => {
    await lockAccounts(tx, [accountId]);
    await usePasskey(tx, { log: parts.log, refused: refusedSudo }, proven);
    await deleteFactorRemoval(tx, accountId);
    return verifySession(tx, sessionHash);
  });
}

function refusedSudo(): AppError {
  return forbidden('This passkey belongs to another account. Try another one.');
}

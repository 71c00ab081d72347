import type { Session } from '@waygate/contract/accounts/accounts.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { deleteFactorRemoval } from '#features/factors/factors.ts';
import { lockAccounts, refusedByAddressBan, refusedByBan } from '#features/identity/identity.ts';
import { type Caller, openSession } from '#features/sessions/sessions.ts';
import type { Transaction } from '#platform/db/database.ts';
import { networkOf } from '#platform/http/address.ts';
import { insertChallenge } from './challenges.queries.ts';
import { selectBans } from './passkeys.queries.ts';
import type { PasskeyParts } from './passkeys.service.ts';
import { provePasskey, refusedSignIn, usePasskey } from './prove-passkey.ts';
import { requireRelyingParty } from './relying-party.ts';
import { requestOptions } from './web-authn.ts';

/** What the browser is asked for a sign-in by any passkey that it has for the portal. */
export async function startPasskeySignIn({
  db,
  config,
}: PasskeyParts): Promise<Record<string, unknown>> {
  const relyingParty = requireRelyingParty(config);
  const challenge = await insertChallenge(db, { purpose: 'sign_in', accountId: null });
  return {
    ...(await requestOptions(relyingParty, { challenge, known: undefined, userVerification: 'required' })),
  };
}

/**
 * Opens a session by a passkey alone, which verified its user by a PIN or a biometric: two factors in one.
 *
 * @returns the session, and the token by which the account knows the browser from now on
 * @throws bad_request for what can't be read or comes late, unauthenticated, account_banned
 */
export async function signInWithPasskey(
  parts: PasskeyParts,
  { response }: { response: unknown },
  caller: Caller,
): Promise<{ session: Session; deviceToken: string }> {
  const proven = await provePasskey(parts, requireRelyingParty(parts.config), {
    json: response,
    challengeFor: { purpose: 'sign_in', accountId: null },
    refused: refusedSignIn,
  });
  const { accountId } = proven.passkey;
  return parts.db.transaction(async (tx) => {
    await lockUnbanned(tx, { accountId, address: caller.address });
    await usePasskey(tx, { log: parts.log, refused: refusedSignIn }, proven);
    await deleteFactorRemoval(tx, accountId);
    // A passkey stays what it is when the password changes, so no password is compared.
    const opened = await openSession({ db: tx }, { accountId, method: 'passkey', verifiedHash: null }, caller);
    if (!opened) throw refusedSignIn();
    return opened;
  });
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
  const { ban, addressBan } = await selectBans(tx, { accountId, network: networkOf(address) });
  if (ban) throw refusedByBan(ban);
  if (addressBan && !isOwner(account)) throw refusedByAddressBan(addressBan);
}

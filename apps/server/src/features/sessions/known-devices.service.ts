import { createToken, hashToken } from '#platform/auth/tokens.ts';
import type { Transaction } from '#platform/db/database.ts';
import { networkOf } from '#platform/http/address.ts';
import { deleteKnownOrigins, insertKnownOrigin } from './known-devices.queries.ts';
import { deleteAttempts } from './sign-in.queries.ts';

/**
 * After a new password: clears the account's failed sign-ins, and forgets its devices and networks, which may be an
 * attacker's. The transaction has locked the account. Lock order: account, then attempts, then devices.
 */
export async function forgetSignIns(tx: Transaction, accountId: number): Promise<void> {
  await deleteAttempts(tx, accountId);
  await deleteKnownOrigins(tx, accountId);
}

/**
 * Makes the caller's browser and network known to the account, whose row the transaction has locked.
 *
 * @returns the token for the browser's cookie
 */
export async function rememberDevice(
  tx: Transaction,
  { accountId, address }: { accountId: number; address: string },
): Promise<string> {
  const token = createToken();
  await insertKnownOrigin(tx, { accountId, deviceHash: hashToken(token), network: networkOf(address) });
  return token;
}

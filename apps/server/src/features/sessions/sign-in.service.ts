import type { Login, Session } from '@waygate/contract/accounts/accounts.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { refusedByAddressBan, refusedByBan } from '#features/identity/identity.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { UsePortalPassword } from '#platform/auth/portal-password.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import type { Database } from '#platform/db/database.ts';
import { AppError, tooManyRequests, unauthenticated } from '#platform/errors/app-error.ts';
import { networkOf, storableAddress } from '#platform/http/address.ts';
import { giveBack } from '#platform/http/throttle.ts';
import { presentSession } from './sessions.presenter.ts';
import { countSignInAttempt, insertSession, type SignInAttempt } from './sign-in.queries.ts';

const WRONG_CREDENTIALS = 'Wrong username, email or password.';

type Dependencies = { db: Database; passwords: Passwords };
type SignInParts = Dependencies & { usePortalPassword: UsePortalPassword };
type SignIn = { login: Login; address: string; deviceTokens: string[] };

/**
 * Opens a session. Unknown names and wrong passwords have the same answer and take the same time.
 *
 * @param signIn `deviceTokens` are those that the browser has
 * @returns the session, and the token by which the account knows the browser from now on
 * @throws unauthenticated, account_banned, too_many_requests
 */
export async function signIn(
  { db, passwords, usePortalPassword }: SignInParts,
  { login, address, deviceTokens }: SignIn,
): Promise<{ session: Session; deviceToken: string }> {
  const attempt = await countSignInAttempt(db, {
    identifier: login.identifier,
    address,
    deviceHashes: deviceTokens.map(hashToken),
  });
  const { account, ban, addressBan, blockedSeconds, keys } = attempt;
  if (blockedSeconds !== null) throw tooManyRequests(blockedSeconds);
  const isRight = await verifyOrGiveBack({ db, passwords }, { account, keys, password: login.password });
  if (!account || !isRight) throw unauthenticated(WRONG_CREDENTIALS);
  if (ban) throw refusedByBan(ban);
  if (addressBan && !isOwner(account)) throw refusedByAddressBan(addressBan);
  const accessToken = createToken();
  const deviceToken = deviceTokens.find((token) => isHashOf(attempt.deviceHash, token)) ?? createToken();
  const isOutdated = passwords.isOutdated(account.passwordHash);
  const rehashed = isOutdated ? await passwords.hash(login.password) : null;
  const expiresAt = await insertSession(db, {
    accountId: account.id,
    tokenHash: hashToken(accessToken),
    verifiedHash: account.passwordHash,
    rehashed,
    address: storableAddress(address),
    deviceHash: hashToken(deviceToken),
    network: networkOf(address),
    keys,
  });
  if (!expiresAt) throw unauthenticated(WRONG_CREDENTIALS);
  await usePortalPassword({
    event: 'signed_in',
    accountId: account.id,
    password: login.password,
    passwordHash: rehashed ?? account.passwordHash,
  });
  return { session: presentSession({ account, accessToken, expiresAt }), deviceToken };
}

function isHashOf(hash: Buffer | null, token: string): boolean {
  return hash !== null && hashToken(token).equals(hash);
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

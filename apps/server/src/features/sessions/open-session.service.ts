import type { Session } from '@waygate/contract/accounts/accounts.schemas';
import { newDeviceMail, queueSecurityMail } from '#features/account-mails/account-mails.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { networkOf, shownNetworkOf, storableAddress } from '#platform/http/address.ts';
import type { Cookies } from '#platform/http/cookies.ts';
import { STAGE_AFTER_ADDRESS } from '#platform/http/throttle.ts';
import { browserOf } from './browser-name.ts';
import { readDeviceTokens } from './device-cookie.ts';
import { insertSession, type OpenedSession, type SessionOrigin } from './open-session.queries.ts';
import { presentSession } from './sessions.presenter.ts';
import { insertFailedSignIn, type SignInMethod } from './sign-ins.queries.ts';

/** Who signs in, by what the request shows. */
export type Caller = { address: string; userAgent: string | undefined; deviceTokens: string[] };

/** The caller of a handler that opens a session. */
export function callerOf({
  address,
  userAgent,
  cookies,
}: {
  address: string;
  userAgent: string | undefined;
  cookies: Cookies;
}): Caller {
  return { address, userAgent, deviceTokens: readDeviceTokens(cookies) };
}

/** A new session, and the token by which the account knows the browser from now on. */
export type SignedIn = { session: Session; deviceToken: string };

/** What a caller has proven. */
export type Proof = {
  accountId: number;
  /** The last thing that they proved it by. */
  method: SignInMethod;
  /**
   * The stored hash of the password that was verified; without it nothing is compared. With another one in the database, the
   * password has changed meanwhile, and no session is opened.
   */
  verifiedHash: string | null;
  /** For a password without a second factor: how many the account had added, which must still be so. */
  factorsAdded?: number;
  /** The password's hash with the current parameters, to replace the stored one. */
  rehashed?: string | null;
  /** Keys of rate limits that were counted for this attempt, returned with the session. */
  keys?: string[];
};

/**
 * Opens a session for somebody who has proven who they are: the one place that does. It records the sign-in, makes the
 * browser and its network known, and ends the least recently used session past the limit, in one statement. One from a new
 * device is opened in the transaction that queues its mail.
 *
 * The caller has checked bans. Write `deviceToken` to the browser with `writeDeviceToken`.
 *
 * @returns undefined when the account is gone, or its password has changed or its first factor come meanwhile
 */
export async function openSession(
  parts: { db: Database | Transaction; jobs: Jobs },
  { accountId, method, verifiedHash, factorsAdded, rehashed = null, keys = [] }: Proof,
  caller: Caller,
): Promise<SignedIn | undefined> {
  return openSessionBy(parts, caller, (db, origin) =>
    insertSession(db, {
      ...origin,
      accountId,
      method,
      verifiedHash,
      factorsAdded: factorsAdded ?? null,
      rehashed,
      keys,
    }),
  );
}

/**
 * As `openSession`, by another statement: `insert` opens the session, or changes nothing. It runs again in a transaction where
 * it opened none, because a mail may be due.
 */
export async function openSessionBy(
  { db, jobs }: { db: Database | Transaction; jobs: Jobs },
  { address, userAgent, deviceTokens }: Caller,
  insert: (db: Db, origin: SessionOrigin) => Promise<OpenedSession | undefined>,
): Promise<SignedIn | undefined> {
  const accessToken = createToken();
  const newDevice = createToken();
  const [browser, shownNetwork] = [browserOf(userAgent), shownNetworkOf(address)];
  const origin = {
    tokenHash: hashToken(accessToken),
    address: storableAddress(address),
    browser,
    shownNetwork,
    network: networkOf(address),
    deviceHashes: deviceTokens.map(hashToken),
    newDeviceHash: hashToken(newDevice),
  };
  const openWithMail = async (tx: Transaction) => {
    const opened = await insert(tx, { ...origin, canMail: true });
    if (!opened?.isMailDue) return opened;
    await queueSecurityMail(tx, jobs, {
      accountId: opened.id,
      kind: newDeviceMail,
      parameters: { at: new Date().toISOString(), browser, network: shownNetwork },
    });
    return opened;
  };
  // Only the statement knows whether a mail is due. Most sign-ins need none, and no transaction.
  const opened = (await insert(db, { ...origin, canMail: false })) ?? (await db.transaction(openWithMail));
  if (!opened) return undefined;
  const { expiresAtMs, deviceHash } = opened;
  return {
    session: presentSession({ account: opened, accessToken, expiresAt: new Date(expiresAtMs) }),
    deviceToken: deviceTokens.find((token) => hashToken(token).equals(deviceHash)) ?? newDevice,
  };
}

/** Records that somebody didn't prove who they are. `keys` are those that were counted for the attempt. */
export async function recordFailedSignIn(
  db: Db,
  failure: {
    /** Null for a name that nobody has, which takes the same time. */
    accountId: number | null;
    outcome: 'wrong_password' | 'wrong_code';
    method: SignInMethod;
    keys?: string[];
  },
  { address, userAgent, deviceTokens }: Caller,
): Promise<void> {
  await insertFailedSignIn(db, {
    keys: [],
    ...failure,
    stage: STAGE_AFTER_ADDRESS,
    browser: browserOf(userAgent),
    shownNetwork: shownNetworkOf(address),
    network: networkOf(address),
    deviceHashes: deviceTokens.map(hashToken),
  });
}

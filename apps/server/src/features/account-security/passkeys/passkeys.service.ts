import type { Passkey } from '@waygate/contract/factors/factors.schemas';
import { sql } from 'drizzle-orm';
import { factorChangedMail, queueSecurityMail } from '#features/account-mails/account-mails.ts';
import {
  countAddedFactor,
  deleteStrayRecoveryCodes,
  hasFactor,
  replaceRecoveryCodes,
} from '#features/factors/factors.ts';
import { lockAccounts, selectAccount } from '#features/identity/identity.ts';
import { endOtherSessionsOfAccount, findViewerBySession } from '#features/sessions/sessions.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { badRequest, conflict, invalid, notFound, unauthenticated } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { deleteChallenge, insertChallenge } from './challenges.queries.ts';
import { parseRegistration, type Registration } from './credential-json.ts';
import {
  deletePasskey,
  insertPasskey,
  PASSKEYS_MAX,
  selectPasskeys,
  updatePasskeyName,
  userHandleOf,
} from './passkeys.queries.ts';
import { presentPasskey } from './passkeys.presenter.ts';
import type { PasskeyRow } from '#features/factors/factors.ts';
import { CHALLENGE_OVER } from './prove-passkey.ts';
import { type RelyingParty, requireRelyingParty } from './relying-party.ts';
import { creationOptions, NotVerified, verifyRegistration } from './web-authn.ts';

const NO_SUCH_PASSKEY = 'There is no such passkey any more.';

export type PasskeyParts = { db: Database; jobs: Jobs; config: Config; log: Logger };

/** What the browser's authenticator is asked for a new passkey of the account. */
export async function startPasskey(
  { db, config }: PasskeyParts,
  { accountId }: Pick<Viewer, 'accountId'>,
): Promise<Record<string, unknown>> {
  const relyingParty = requireRelyingParty(config);
  const account = await selectAccount(db, accountId);
  if (!account) throw unauthenticated();
  const known = await selectPasskeys(db, accountId);
  requireRoom(known);
  const challenge = await insertChallenge(db, { purpose: 'register', accountId });
  const user = { handle: Uint8Array.from(userHandleOf(account)), name: account.userName };
  return creationOptions(relyingParty, { challenge, user, known });
}

/**
 * Keeps the passkey that answered the options of `startPasskey`. The first factor of an account comes with recovery codes,
 * and ends its other sessions: they were opened without one.
 *
 * @returns ten recovery codes with the first factor
 * @throws bad_request for what can't be read or comes late, invalid for what can't be verified, conflict
 */
export async function addPasskey(
  parts: PasskeyParts,
  { accountId, sessionHash }: Pick<Viewer, 'accountId' | 'sessionHash'>,
  { name, response }: { name: string; response: unknown },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const relyingParty = requireRelyingParty(parts.config);
  const registration = parseRegistration(response);
  const { challenge } = registration.clientData;
  if (!(await deleteChallenge(parts.db, { challenge, purpose: 'register', accountId })))
    throw badRequest(CHALLENGE_OVER);
  const verified = await verify(parts, relyingParty, registration);
  const { transports } = registration.response;
  return parts.db.transaction(async (tx) => {
    const { known, isFirstFactor } = await lockFactors(tx, accountId);
    // Under the lock: who was signed out meanwhile, by 'This wasn't me' for one, adds nothing.
    if (!(await findViewerBySession(tx, sessionHash))) throw unauthenticated();
    requireRoom(known);
    const passkey = await insertPasskey(tx, { ...verified, accountId, transports, name });
    if (!passkey) throw conflict('This passkey is registered already.');
    await countAddedFactor(tx, accountId);
    await queueSecurityMail(tx, parts.jobs, {
      accountId,
      kind: factorChangedMail,
      parameters: { change: 'added', factor: 'passkey', name, hasEndedSessions: isFirstFactor },
    });
    if (!isFirstFactor) return { passkey: presentPasskey(passkey), recoveryCodes: null };
    await endOtherSessionsOfAccount(tx, { accountId, sessionHash });
    const recoveryCodes = await replaceRecoveryCodes(tx, accountId);
    return { passkey: presentPasskey(passkey), recoveryCodes };
  });
}

async function verify({ log }: PasskeyParts, relyingParty: RelyingParty, registration: Registration) {
  const { origin } = registration.clientData;
  if (origin !== relyingParty.origin)
    throw invalid(`Passkeys work at ${relyingParty.origin}. Open the portal there and try again.`);
  try {
    return await verifyRegistration(relyingParty, registration);
  } catch (error) {
    if (!(error instanceof NotVerified)) throw error;
    log.info({ err: error }, 'a new passkey was refused');
    throw invalid('The passkey could not be verified. Please try again, or use another device.');
  }
}

/** Under the account's lock, so that parallel requests can't pass the limit, and one of them adds the first factor. */
async function lockFactors(
  tx: Transaction,
  accountId: number,
): Promise<{ known: PasskeyRow[]; isFirstFactor: boolean }> {
  const [account] = await lockAccounts(tx, [accountId]);
  if (!account) throw unauthenticated();
  const { rows } = await tx.execute<{ has: boolean }>(
    sql`select ${hasFactor(sql`${accountId}::int`)} as has`,
  );
  return { known: await selectPasskeys(tx, accountId), isFirstFactor: rows[0]?.has === false };
}

function requireRoom(known: PasskeyRow[]): void {
  if (known.length >= PASSKEYS_MAX)
    throw conflict(`An account has at most ${PASSKEYS_MAX} passkeys. Remove one that you no longer use.`);
}

export async function renamePasskey(
  { db }: Pick<PasskeyParts, 'db'>,
  passkey: { id: number; accountId: number; name: string },
): Promise<Passkey> {
  const renamed = await updatePasskeyName(db, passkey);
  if (!renamed) throw notFound(NO_SUCH_PASSKEY);
  return presentPasskey(renamed);
}

/** Recovery codes go with the last factor. */
export async function removePasskey(
  { db, jobs }: Pick<PasskeyParts, 'db' | 'jobs'>,
  passkey: { id: number; accountId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccounts(tx, [passkey.accountId]);
    if (!(await deletePasskey(tx, passkey))) throw notFound(NO_SUCH_PASSKEY);
    await deleteStrayRecoveryCodes(tx, passkey.accountId);
    await queueSecurityMail(tx, jobs, {
      accountId: passkey.accountId,
      kind: factorChangedMail,
      parameters: { change: 'removed', factor: 'passkey' },
    });
  });
}

import type { TotpSetup } from '@waygate/contract/factors/factors.schemas';
import { renderSVG } from 'uqr';
import { factorChangedMail, queueSecurityMail } from '#features/account-mails/account-mails.ts';
import {
  accountHasFactor,
  createTotpSecret,
  deleteStrayRecoveryCodes,
  forgetReplacedApps,
  keepReplacedFactors,
  proofOf,
  replaceRecoveryCodes,
  SETUP_MINUTES,
  totpBoundTo,
  totpUri,
  wrongCode,
} from '#features/factors/factors.ts';
import { lockAccounts } from '#features/identity/identity.ts';
import { endOtherSessionsOfAccount, findViewerBySession } from '#features/sessions/sessions.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { FactorBox } from '#platform/crypto/factor-keys.ts';
import type { Database } from '#platform/db/database.ts';
import { conflict, notFound, unauthenticated } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { deleteTotp, selectSetup, upsertSetup, useSetup } from './totp.queries.ts';

const NO_SETUP = 'Please set up the authenticator app again: the code to scan is no longer valid.';

type Parts = { db: Database; jobs: Jobs; factorBox: FactorBox };

/** Keeps a new secret, encrypted, until a code confirms it. @param issuer what authenticator apps show as the service */
export async function startTotp(
  { db, factorBox }: Pick<Parts, 'db' | 'factorBox'>,
  { viewer: { accountId, userName }, issuer }: { viewer: Viewer; issuer: string },
): Promise<TotpSetup> {
  const secret = createTotpSecret();
  await upsertSetup(db, accountId, factorBox.seal(secret, totpBoundTo(accountId)));
  const uri = totpUri({ secret, issuer, userName });
  return { secret, uri, qrSvg: renderSVG(uri, { border: 2 }) };
}

/**
 * Makes the app whose code this is the account's, and ends its other sessions.
 *
 * @returns ten new recovery codes
 * @throws conflict without a setup of the last hour; wrong_password for a wrong code
 */
export async function confirmTotp(
  { db, jobs, factorBox }: Parts,
  { viewer, code }: { viewer: Viewer; code: string },
): Promise<string[]> {
  const { accountId, sessionHash } = viewer;
  const setup = await selectSetup(db, accountId, SETUP_MINUTES);
  if (!setup) throw conflict(NO_SETUP);
  const step = proofOf(factorBox, setup, code)?.totpStep ?? null;
  if (step === null) throw wrongCode();
  return db.transaction(async (tx) => {
    await lockAccounts(tx, [accountId]);
    // Under the lock: who was signed out meanwhile, by 'This wasn't me' for one, adds nothing.
    if (!(await findViewerBySession(tx, sessionHash))) throw unauthenticated();
    await keepReplacedFactors(tx, accountId);
    if (!(await useSetup(tx, setup, step))) throw conflict(NO_SETUP);
    await endOtherSessionsOfAccount(tx, { accountId, sessionHash });
    await queueSecurityMail(tx, jobs, {
      accountId,
      kind: factorChangedMail,
      parameters: { change: 'added', factor: 'totp', hasEndedSessions: true },
    });
    return replaceRecoveryCodes(tx, accountId);
  });
}

/** @throws notFound without an authenticator app */
export async function removeTotp({ db, jobs }: Pick<Parts, 'db' | 'jobs'>, accountId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccounts(tx, [accountId]);
    if (!(await deleteTotp(tx, accountId))) throw notFound('There is no authenticator app.');
    await forgetReplacedApps(tx, accountId);
    await deleteStrayRecoveryCodes(tx, accountId);
    await queueSecurityMail(tx, jobs, {
      accountId,
      kind: factorChangedMail,
      parameters: { change: 'removed', factor: 'totp' },
    });
  });
}

/** @throws conflict without a factor: the codes would stand for nothing */
export async function renewRecoveryCodes(
  { db, jobs }: Pick<Parts, 'db' | 'jobs'>,
  accountId: number,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await lockAccounts(tx, [accountId]);
    if (!(await accountHasFactor(tx, accountId)))
      throw conflict('Recovery codes need a second factor. Set one up first.');
    await keepReplacedFactors(tx, accountId);
    await queueSecurityMail(tx, jobs, {
      accountId,
      kind: factorChangedMail,
      parameters: { change: 'added', factor: 'recovery_codes' },
    });
    return replaceRecoveryCodes(tx, accountId);
  });
}

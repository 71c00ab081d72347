import { ACCOUNT_MAILS } from '#features/accounts/accounts.ts';
import { createFactorRemover, removeDueFactorsJob } from '#features/account-security/due-removals.jobs.ts';
import { ALERT_JOBS, createStandIn, workOnAlerts } from '#features/alerts/alerts.jobs.ts';
import { createBackupJob, workOnBackups } from '#features/backups/backups.jobs.ts';
import { alertMail } from '#features/alerts/alerts.ts';
import { sendMail, sendUrgentMail } from '#features/mail/mail.ts';
import { createPackEnder, endPacksJob } from '#features/actions/ended-packs.jobs.ts';
import {
  createClaimExpirer,
  createStolenPasswordRevoker,
  expireClaimsJob,
  revokeStolenPasswordJob,
} from '#features/game-accounts/game-accounts.jobs.ts';
import { checkLedger, createLedgerChecker } from '#features/ledger/ledger.jobs.ts';
import { linkAgainMail } from '#features/twitch-links/twitch-links.ts';
import { DROP_JOBS, workOnDrops } from '#features/drops/drops.jobs.ts';
import { createSecretResealer, resealSecretsJob } from '#features/factors/reseal-secrets.jobs.ts';
import { createMailSender } from '#features/mail/mail.jobs.ts';
import { deleteUnusedPicture, makePictureWidths, sweepPictures } from '#features/media/job-definitions.ts';
import { createPictureDeleter, createPictureSweeper, createWidthMaker } from '#features/media/media.jobs.ts';
import { ORDER_MAILS } from '#features/orders/orders.ts';
import { ORDER_JOBS, workOnOrders } from '#features/orders/orders.jobs.ts';
import { SANDBOX_JOBS } from '#simulators/payments/job-definitions.ts';
import { createAccountEraser, eraseAccountsJob } from '#features/privacy/erasures.jobs.ts';
import { PRIVACY_MAILS } from '#features/privacy/privacy.ts';
import { createRedeliverer, redeliverJob } from '#features/redeliveries/redeliveries.jobs.ts';
import { countFinishedDays, createDayCounter } from '#features/statistics/finished-days.jobs.ts';
import { NO_WORKER } from '#features/processes/processes.alerts.ts';
import type { Job, JobHandler } from '#platform/jobs/jobs.ts';
import { ALERT_CONDITIONS } from './alert-conditions.ts';
import { cleanUp, createCleaner } from './housekeeping.jobs.ts';
import type { Parts } from './parts.ts';
import { readVersion } from '#platform/files/read-version.ts';

/** Every job. Each process declares their queues. */
export const JOB_DEFINITIONS: Job<object>[] = [
  sendMail,
  sendUrgentMail,
  cleanUp,
  checkLedger,
  deleteUnusedPicture,
  makePictureWidths,
  sweepPictures,
  countFinishedDays,
  endPacksJob,
  expireClaimsJob,
  revokeStolenPasswordJob,
  resealSecretsJob,
  removeDueFactorsJob,
  ...ALERT_JOBS,
  redeliverJob,
  eraseAccountsJob,
  ...ORDER_JOBS,
  ...DROP_JOBS,
  createBackupJob,
  ...SANDBOX_JOBS,
];

/** Starts the workers of all jobs. */
export async function workOnJobs(parts: Parts): Promise<void> {
  const { jobs, db, log, config } = parts;
  const send = createSender(parts);
  if (send) {
    await jobs.work(sendMail, send);
    await jobs.work(sendUrgentMail, send);
  }
  await jobs.work(cleanUp, createCleaner({ db, log }));
  await jobs.work(checkLedger, createLedgerChecker(parts));
  await jobs.work(deleteUnusedPicture, createPictureDeleter(parts));
  await jobs.work(makePictureWidths, createWidthMaker(parts));
  await jobs.work(sweepPictures, createPictureSweeper(parts));
  await jobs.work(countFinishedDays, createDayCounter(db));
  await jobs.work(endPacksJob, createPackEnder(db));
  await jobs.work(removeDueFactorsJob, createFactorRemover(parts));
  await jobs.work(resealSecretsJob, createSecretResealer(parts));
  await jobs.work(expireClaimsJob, createClaimExpirer(db));
  await jobs.work(revokeStolenPasswordJob, createStolenPasswordRevoker({ db, ...parts.credentials }));
  await workOnAlerts(parts, ALERT_CONDITIONS);
  await jobs.work(redeliverJob, createRedeliverer(parts));
  await jobs.work(eraseAccountsJob, createAccountEraser(parts));
  await workOnOrders(parts);
  await workOnDrops(parts);
  await workOnBackups({ ...parts, readVersion });
  if (config.payments.provider !== 'sandbox') return;
  const { workOnSandbox } = await import('#simulators/payments/sandbox.jobs.ts');
  await workOnSandbox(parts);
}

/** Does for a missing worker what reports that it is missing. */
export function standInForWorker(parts: Parts): () => Promise<void> {
  const send = createSender(parts);
  const sendMails = async () => {
    if (send) await parts.jobs.runDue(sendUrgentMail, send);
  };
  return createStandIn(parts, { condition: NO_WORKER, conditions: ALERT_CONDITIONS }, sendMails);
}

/** @returns undefined when mails wait in the outbox */
function createSender({ db, mail, log, config }: Parts): JobHandler<{ mailId: string }> | undefined {
  if (!mail) return undefined;
  const { publicOrigin, brand, mailFrom } = config;
  const site = { publicOrigin, brandName: brand.name, contactEmail: brand.contactEmail };
  const kinds = [...ACCOUNT_MAILS, ...ORDER_MAILS, ...PRIVACY_MAILS, alertMail, linkAgainMail];
  return createMailSender({ db, transport: mail, kinds, from: mailFrom, site, log });
}

import { removeDueFactorsJob } from '#features/account-security/due-removals.jobs.ts';
import { createBackupJob } from '#features/backups/backups.jobs.ts';
import { evaluateAlertsJob } from '#features/alerts/job-definitions.ts';
import { resealSecretsJob } from '#features/factors/reseal-secrets.jobs.ts';
import { expireClaimsJob } from '#features/game-accounts/game-accounts.jobs.ts';
import { endPacksJob } from '#features/actions/ended-packs.jobs.ts';
import { checkLedger } from '#features/ledger/ledger.jobs.ts';
import { cleanUpDrops, validateStreamers } from '#features/drops/drops.jobs.ts';
import { sweepPictures } from '#features/media/job-definitions.ts';
import { eraseAccountsJob } from '#features/privacy/erasures.jobs.ts';
import { redeliverJob } from '#features/redeliveries/redeliveries.jobs.ts';
import {
  checkPaymentSetupJob,
  collectTransactionsJob,
  reconcileOrders,
  recoverWebhooks,
  sweepPaymentsJob,
} from '#features/orders/job-definitions.ts';
import { countFinishedDays } from '#features/statistics/finished-days.jobs.ts';
import { cleanUp } from './housekeeping.jobs.ts';
import type { Parts } from './parts.ts';

/** Schedules every recurring job, in UTC. */
export async function scheduleJobs({ jobs }: Pick<Parts, 'jobs'>): Promise<void> {
  await jobs.schedule(evaluateAlertsJob, '* * * * *', {});
  await jobs.schedule(cleanUp, '17 * * * *', {});
  await jobs.schedule(checkLedger, '41 3 * * *', {});
  await jobs.schedule(sweepPictures, '53 3 * * *', {});
  // Hourly: each run counts the finished days that are not counted yet.
  await jobs.schedule(countFinishedDays, '12 * * * *', {});
  await jobs.schedule(endPacksJob, '* * * * *', {});
  await jobs.schedule(expireClaimsJob, '* * * * *', {});
  await jobs.schedule(removeDueFactorsJob, '* * * * *', {});
  await jobs.schedule(resealSecretsJob, '33 * * * *', {});
  // For those that a crash or an error has interrupted.
  await jobs.schedule(redeliverJob, '* * * * *', {});
  await jobs.schedule(eraseAccountsJob, '*/10 * * * *', {});
  await jobs.schedule(cleanUpDrops, '23 * * * *', {});
  await jobs.schedule(validateStreamers, '*/5 * * * *', {});
  // RECONCILE_SECONDS since an order's last check decides whether it is due.
  await jobs.schedule(reconcileOrders, '* * * * *', {});
  await jobs.schedule(collectTransactionsJob, '37 * * * *', {});
  await jobs.schedule(recoverWebhooks, '*/15 * * * *', {});
  // Hourly: a run begins when the last one ended 20 hours ago, and resumes one that was interrupted.
  await jobs.schedule(sweepPaymentsJob, '29 * * * *', {});
  // BACKUP_EVERY since the last backup decides whether one is due.
  await jobs.schedule(createBackupJob, '*/5 * * * *', {});
  await jobs.schedule(checkPaymentSetupJob, '19 4 * * *', { isStart: false });
}

/** Queues what a start is the occasion for. */
export async function enqueueStartJobs({ db, jobs }: Pick<Parts, 'db' | 'jobs'>): Promise<void> {
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, checkPaymentSetupJob, { isStart: true });
    await jobs.enqueue(tx, sweepPaymentsJob, {});
    await jobs.enqueue(tx, eraseAccountsJob, {});
  });
}

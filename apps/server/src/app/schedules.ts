import { endPacksJob } from '#features/actions/ended-packs.jobs.ts';
import { checkLedger } from '#features/ledger/ledger.jobs.ts';
import { cleanUpDrops, validateStreamers } from '#features/drops/drops.jobs.ts';
import { sweepPictures } from '#features/media/job-definitions.ts';
import { reconcileOrders, recoverWebhooks } from '#features/orders/job-definitions.ts';
import { countFinishedDays } from '#features/statistics/finished-days.jobs.ts';
import { cleanUp } from './housekeeping.jobs.ts';
import type { Parts } from './parts.ts';

/** Every recurring job with its time, in UTC. */
export async function scheduleJobs({ jobs }: Pick<Parts, 'jobs'>): Promise<void> {
  await jobs.schedule(cleanUp, '17 * * * *', {});
  await jobs.schedule(checkLedger, '41 3 * * *', {});
  await jobs.schedule(sweepPictures, '53 3 * * *', {});
  // A day that has ended is counted by the first run that finds it uncounted.
  await jobs.schedule(countFinishedDays, '12 * * * *', {});
  await jobs.schedule(endPacksJob, '* * * * *', {});
  await jobs.schedule(cleanUpDrops, '23 * * * *', {});
  await jobs.schedule(validateStreamers, '*/5 * * * *', {});
  // The order's own time since it was last looked after decides, this only asks.
  await jobs.schedule(reconcileOrders, '* * * * *', {});
  await jobs.schedule(recoverWebhooks, '*/15 * * * *', {});
}

import * as z from 'zod';
import { deleteExpiredTokens } from '#features/account-mails/account-mails.ts';
import { deleteUnusedAccounts } from '#features/accounts/accounts.ts';
import { deleteExpiredChallenges } from '#features/account-security/account-security.ts';
import { deleteOldAlerts } from '#features/alerts/alerts.ts';
import { finishBulkLists } from '#features/bulk/bulk.ts';
import { deleteAbandonedDrafts } from '#features/content/content.ts';
import { deleteOldCommands } from '#features/game-accounts/game-accounts.ts';
import { deleteOldReferrals } from '#features/referrals/referrals.ts';
import { deleteOldReplacedFactors, deleteOldSetups } from '#features/factors/factors.ts';
import {
  deleteExpiredFactorSignIns,
  deleteExpiredSessions,
  deleteOldSignIns,
  deleteUnusedOrigins,
} from '#features/sessions/sessions.ts';
import { deleteOldSamples } from '#features/game-servers/game-servers.ts';
import { deleteOldMails } from '#features/mail/mail.ts';
import { deleteOldWebhookEvents } from '#features/orders/orders.ts';
import { deleteLostProcesses } from '#features/processes/processes.ts';
import { deleteOldActivity } from '#features/statistics/statistics.ts';
import type { Database } from '#platform/db/database.ts';
import { deleteEndedWindows } from '#platform/http/throttle.ts';
import { defineJob, type JobHandler } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';

export const cleanUp = defineJob({ name: 'housekeeping.cleanup', payload: z.object({}) });

/** Deletes expired rows, which have no effect any more and would only fill the disk, and accounts that nobody uses. */
export function createCleaner({ db, log }: { db: Database; log: Logger }): JobHandler<object> {
  return async () => {
    await deleteEndedWindows(db);
    await deleteExpiredSessions(db);
    await deleteExpiredFactorSignIns(db);
    await deleteOldSetups(db);
    await deleteOldReplacedFactors(db);
    await deleteExpiredChallenges(db);
    await deleteOldSignIns(db);
    await deleteUnusedOrigins(db);
    await deleteExpiredTokens(db);
    await deleteOldMails(db);
    await deleteOldAlerts(db);
    await deleteOldWebhookEvents(db);
    await deleteOldActivity(db);
    await deleteOldSamples(db);
    await deleteOldCommands(db);
    await deleteLostProcesses(db);
    await deleteOldReferrals(db);
    await deleteAbandonedDrafts(db);
    await finishBulkLists(db);
    const accounts = await deleteUnusedAccounts(db);
    if (accounts > 0) log.info({ accounts }, 'unconfirmed accounts removed that were never used');
  };
}

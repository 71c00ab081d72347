import * as z from 'zod';
import { deleteExpiredTokens } from '#features/accounts/accounts.ts';
import { deleteExpiredSessions } from '#features/sessions/sessions.ts';
import { deleteOldMails } from '#features/mail/mail.ts';
import { deleteOldWebhookEvents } from '#features/orders/orders.ts';
import { deleteOldActivity } from '#features/statistics/statistics.ts';
import type { Db } from '#platform/db/database.ts';
import { deleteEndedWindows } from '#platform/http/throttle.ts';
import { defineJob, type JobHandler } from '#platform/jobs/jobs.ts';

export const cleanUp = defineJob({ name: 'housekeeping.cleanup', payload: z.object({}) });

/** Deletes expired rows. They have no effect any more and would only fill the disk. */
export function createCleaner(db: Db): JobHandler<object> {
  return async () => {
    await deleteEndedWindows(db);
    await deleteExpiredSessions(db);
    await deleteExpiredTokens(db);
    await deleteOldMails(db);
    await deleteOldWebhookEvents(db);
    await deleteOldActivity(db);
  };
}

import * as z from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobHandler, type Jobs } from '#platform/jobs/jobs.ts';
import { removeNextDueFactors } from './due-removals.service.ts';

export const removeDueFactorsJob = defineJob({
  name: 'account-security.remove-due-factors',
  payload: z.object({}),
});

/** Carries out removals that staff planned, one account at a time. */
export function createFactorRemover(parts: { db: Database; jobs: Jobs }): JobHandler<object> {
  return async () => {
    while (await removeNextDueFactors(parts));
  };
}

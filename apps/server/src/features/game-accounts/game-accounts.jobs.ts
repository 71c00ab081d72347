import * as z from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobHandler } from '#platform/jobs/jobs.ts';
import { updateClaimsExpired } from './commands.queries.ts';
import { MESSAGES } from './messages.ts';

export const expireClaimsJob = defineJob({ name: 'game-accounts.expire-claims', payload: z.object({}) });

/** Deletes proofs that no bridge fetched in time, also while none calls. */
export function createClaimExpirer(db: Database): JobHandler<object> {
  return () => updateClaimsExpired(db, MESSAGES.claimExpired);
}

import * as z from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobHandler } from '#platform/jobs/jobs.ts';
import { endPacks } from './ended-packs.service.ts';

const ACCOUNTS_AT_ONCE = 200;

export const endPacksJob = defineJob({ name: 'actions.end-packs', payload: z.object({}) });

/** Ends expired packs, a batch of accounts at a time, until none is left. */
export function createPackEnder(db: Database): JobHandler<object> {
  return async () => {
    while ((await endPacks(db, ACCOUNTS_AT_ONCE)) > 0);
  };
}

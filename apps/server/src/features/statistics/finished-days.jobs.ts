import * as z from 'zod';
import { type Database, longTransaction } from '#platform/db/database.ts';
import { defineJob, type JobHandler } from '#platform/jobs/jobs.ts';
import { insertFinishedDays } from './finished-days.queries.ts';

export const countFinishedDays = defineJob({
  name: 'statistics.count-days',
  payload: z.object({}),
  expireSeconds: 900,
});

/** Counts the days that have ended since the last run: usually one or none, several after an outage. */
export function createDayCounter(db: Database): JobHandler<object> {
  return async () => {
    // The first run may cover years.
    await longTransaction(db, 10, insertFinishedDays);
  };
}

import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Enqueued with each redelivery, and every minute for those that a crash or an error left unfinished. */
export const redeliverJob = defineJob({
  name: 'redeliveries.run',
  payload: z.object({}),
  expireSeconds: 900,
});

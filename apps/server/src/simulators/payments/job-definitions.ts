import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

export const postEvent = defineJob({
  name: 'sandbox.post-event',
  payload: z.object({ eventId: z.string() }),
  // Three days, as Stripe does.
  retry: { limit: 4500, delaySeconds: 1, maxDelaySeconds: 60 },
  expireSeconds: 60,
});

export const SANDBOX_JOBS = [postEvent];

import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

export const evaluateAlertsJob = defineJob({
  name: 'alerts.evaluate',
  payload: z.object({}),
  // The next minute's run is the retry.
  retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
  expireSeconds: 120,
});

export const sendAlertMessage = defineJob({
  name: 'alerts.send',
  payload: z.object({ messageId: z.int().positive() }),
  // For failures of the database alone: those of the webhook are rescheduled by the handler.
  retry: { limit: 500, delaySeconds: 2, maxDelaySeconds: 600 },
  expireSeconds: 60,
});

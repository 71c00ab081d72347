import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

export const deleteUnusedPicture = defineJob({
  name: 'media.delete_unused',
  payload: z.object({ address: z.string() }),
  retry: { limit: 10, delaySeconds: 5, maxDelaySeconds: 3600 },
});

export const makePictureWidths = defineJob({
  name: 'media.make_widths',
  payload: z.object({ name: z.string() }),
  retry: { limit: 10, delaySeconds: 5, maxDelaySeconds: 3600 },
});

export const sweepPictures = defineJob({ name: 'media.sweep', payload: z.object({}) });

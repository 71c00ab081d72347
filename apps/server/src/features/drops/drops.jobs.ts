import * as z from 'zod';
import {
  type TwitchParts,
  requireTwitch,
  deleteExpiredLinkRows,
  carryOutRevocation,
  giveUpOldRevocations,
  revokeAccess,
  validateTokens,
} from '#features/twitch-links/twitch-links.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { deleteOldSamples } from './samples.queries.ts';

export const validateStreamers = defineJob({
  name: 'drops.validate-streamers',
  payload: z.object({}),
  // A run ends itself before.
  expireSeconds: 120,
});

export const cleanUpDrops = defineJob({ name: 'drops.cleanup', payload: z.object({}), expireSeconds: 600 });

export const DROP_JOBS = [validateStreamers, cleanUpDrops, revokeAccess];

/** Starts working on what drops need besides the samples. */
export async function workOnDrops(parts: TwitchParts & { jobs: Jobs }): Promise<void> {
  await parts.jobs.work(cleanUpDrops, async () => {
    await deleteExpiredLinkRows(parts.db);
    await giveUpOldRevocations(parts);
    await deleteOldSamples(parts.db, parts.config.drops.tickSeconds);
  });
  await parts.jobs.work(revokeAccess, ({ revocationId }) => carryOutRevocation(parts, revocationId));
  await parts.jobs.work(validateStreamers, async () => {
    // Switched off, there is nobody to ask.
    if (parts.twitch) await validateTokens(requireTwitch(parts));
  });
}

import * as z from 'zod';
import {
  type TwitchParts,
  requireTwitch,
  deleteExpiredLinkRows,
  carryOutRevocation,
  giveUpOldRevocations,
  mailStreamersToLink,
  revokeRejected,
  revokeAccess,
  validateTokens,
  fillTwitchAges,
} from '#features/twitch-links/twitch-links.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { deleteOldFailures } from './rules/account-rules.queries.ts';
import { deleteOldSamples } from './samples.queries.ts';

export const validateStreamers = defineJob({
  name: 'drops.validate-streamers',
  payload: z.object({}),
  // Longer than a run, which stops by itself after 90 seconds.
  expireSeconds: 120,
});

export const cleanUpDrops = defineJob({ name: 'drops.cleanup', payload: z.object({}), expireSeconds: 600 });

export const DROP_JOBS = [validateStreamers, cleanUpDrops, revokeAccess];

/** Starts the workers of all jobs for drops. The ticker takes the samples. */
export async function workOnDrops(parts: TwitchParts & { jobs: Jobs }): Promise<void> {
  await parts.jobs.work(cleanUpDrops, async () => {
    await deleteExpiredLinkRows(parts.db);
    await giveUpOldRevocations(parts);
    await revokeRejected(parts);
    await deleteOldSamples(parts.db, parts.config.drops.tickSeconds);
    await deleteOldFailures(parts.db);
  });
  await parts.jobs.work(revokeAccess, ({ revocationId }) => carryOutRevocation(parts, revocationId));
  await parts.jobs.work(validateStreamers, async () => {
    // Without Twitch there is nothing to validate.
    if (!parts.twitch) return;
    await validateTokens(requireTwitch(parts));
    await mailStreamersToLink(parts);
    await fillTwitchAges(requireTwitch(parts));
  });
}

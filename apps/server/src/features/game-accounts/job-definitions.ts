import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

export const expireClaimsJob = defineJob({ name: 'game-accounts.expire-claims', payload: z.object({}) });

/** `revokedAt`: as PostgreSQL writes it. */
const stolenPasswordSchema = z.object({ accountId: z.int(), revokedAt: z.string() });
export type StolenPassword = z.infer<typeof stolenPasswordSchema>;

/** Tried for about a day: until it succeeds, the stolen password opens the game. */
export const revokeStolenPasswordJob = defineJob({
  name: 'game-accounts.revoke-stolen-password',
  payload: stolenPasswordSchema,
  retry: { limit: 300, delaySeconds: 2, maxDelaySeconds: 300 },
});

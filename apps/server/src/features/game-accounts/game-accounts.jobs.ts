import type { Database } from '#platform/db/database.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { updateClaimsExpired } from './commands.queries.ts';
import type { StolenPassword } from './job-definitions.ts';
import { MESSAGES } from './messages.ts';
import type { RequestParts } from './requests.service.ts';
import { revokeStolenPassword } from './stolen-password.service.ts';

export { expireClaimsJob, revokeStolenPasswordJob } from './job-definitions.ts';

/** Deletes proofs that no bridge fetched in time, also while none calls. */
export function createClaimExpirer(db: Database): JobHandler<object> {
  return () => updateClaimsExpired(db, MESSAGES.claimExpired);
}

/** Ends stolen passwords in games. */
export function createStolenPasswordRevoker(parts: RequestParts): JobHandler<StolenPassword> {
  return (stolen) => revokeStolenPassword(parts, stolen);
}

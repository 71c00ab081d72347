import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { postEvent } from './job-definitions.ts';
import { sendEvent } from './webhook-sender.ts';

/** Starts posting the sandbox's events to the portal. */
export async function workOnSandbox({ jobs, db }: { jobs: Jobs; db: Database }): Promise<void> {
  await jobs.work(postEvent, ({ eventId }) => sendEvent(db, eventId));
}

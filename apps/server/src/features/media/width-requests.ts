import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { makePictureWidths } from './job-definitions.ts';

/** Queues a picture's widths and preview once in the lifetime of the process, for pictures that were stored without. */
export function createWidthRequests(db: Database, jobs: Jobs): (name: string) => Promise<void> {
  // There are as many as stored pictures, because only they are requested here.
  const requested = new Set<string>();
  return async (name) => {
    if (requested.has(name)) return;
    requested.add(name);
    try {
      await db.transaction((tx) => jobs.enqueue(tx, makePictureWidths, { name }));
    } catch {
      // The next request tries again.
      requested.delete(name);
    }
  };
}

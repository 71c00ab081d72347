import { createLeaseRecorder, upsertStatus } from '#features/game-servers/game-servers.ts';
import type { Database } from '#platform/db/database.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { statusAt } from './game-servers.ts';
import { MINUTE } from './times.ts';
import { SERVERS } from './world.ts';

/**
 * Reports the status of the demo's game servers every minute, as their bridges would. Nothing is leased.
 *
 * @returns after the first report
 */
export async function startPulse({
  db,
  log,
}: {
  db: Database;
  log: Logger;
}): Promise<{ stop: () => Promise<void> }> {
  const recordLease = createLeaseRecorder(db);
  const report = async (): Promise<void> => {
    for (const server of SERVERS) {
      await upsertStatus(db, server.id, statusAt(server, new Date()));
      await recordLease(server.id);
    }
  };
  await report();
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(report).catch((error: unknown) => {
      log.warn({ err: error }, "the demo's game servers could not report");
    });
  }, MINUTE);
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}

import { JOB_DEFINITIONS } from '#app/jobs.ts';
import { eraseDueAccount } from '#features/privacy/erase.service.ts';
import { selectDueErasures } from '#features/privacy/erasures.queries.ts';
import { readConfig } from '#platform/config/config.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { createCheapPasswords } from './test-parts.ts';

/** To be run with a connection, as JSON, for its argument: erases the accounts that are due, and says `erased` after each. */
export const ERASING_PROGRAM = import.meta.filename;

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? ''));

async function main(connection: Connection) {
  const log = createLogger({ level: 'silent' });
  const { db } = openDatabase({ connection, log });
  const metrics = createMetrics();
  const jobs = await startJobs({ connection, definitions: JOB_DEFINITIONS, isWorker: false, log, metrics });
  const parts = {
    config: { ...readConfig({}), dataDir: process.argv[3] ?? '' },
    db,
    jobs,
    log,
    twitch: undefined,
    passwords: createCheapPasswords(),
  };
  console.log('ready');
  for (const id of await selectDueErasures(db, { after: 0, limit: 1000 }))
    if (await eraseDueAccount(parts, id)) console.log('erased');
  process.exit();
}

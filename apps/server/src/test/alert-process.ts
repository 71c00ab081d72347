import { JOB_DEFINITIONS } from '#app/jobs.ts';
import { sql } from 'drizzle-orm';
import { evaluateAlerts } from '#features/alerts/evaluation.service.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';

/** To be run with a connection, as JSON, for its argument: evaluates alerts without a pause until it is killed. */
export const ALERT_PROGRAM = import.meta.filename;

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? ''));

async function main(connection: Connection): Promise<never> {
  const log = createLogger({ level: 'silent' });
  const { db } = openDatabase({ connection, log });
  const metrics = createMetrics();
  const jobs = await startJobs({ connection, definitions: JOB_DEFINITIONS, isWorker: false, log, metrics });
  const condition = {
    name: 'test_cases',
    title: 'Test cases',
    count: sql`(select cases from of_test_cases)`,
    describe: (count: number) => `${count} cases.`,
    advice: 'Look at the test.',
    page: 'orders' as const,
    clearAfterMinutes: 0,
  };
  console.log('ready');
  for (;;) await evaluateAlerts({ db, jobs, log, conditions: [condition], hasWebhook: true });
}

import type { Database } from '#platform/db/database.ts';
import { countLogWriteFailures } from '#platform/logging/logger.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { sharePending } from '#platform/queue/share-pending.ts';
import { readDiskFree } from './data-dir.ts';
import { readPortalState } from './portal-state.ts';

/** Registers the gauges of processes and queues. All but those of pool and disk are the same in every process. */
export function observeProcesses(metrics: Metrics, db: Database, dataDir: string): void {
  // All gauges of a scrape are collected at once, so the first one reads for the others.
  const read = sharePending(() => readPortalState(db));
  metrics.gaugesByLabel('role', { waygate_processes: 'Processes that run.' }, async () => {
    const { processes } = await read();
    return Object.entries(processes).map(([label, count]) => ({ label, waygate_processes: count }));
  });
  metrics.gaugesByLabel(
    'queue',
    {
      waygate_queue_waiting: 'What is due and not done.',
      waygate_queue_oldest_seconds: 'How long the oldest of it has been due; 0 if nothing is.',
    },
    async () =>
      Object.entries((await read()).queues).map(([label, { waiting, oldestSeconds }]) => ({
        label,
        waygate_queue_waiting: waiting,
        waygate_queue_oldest_seconds: oldestSeconds,
      })),
  );
  metrics.gaugesByLabel(
    'signal',
    {
      waygate_last_signal_age_seconds: 'Time since the last webhook, lease and sample; not a number: never.',
    },
    async () =>
      Object.entries((await read()).secondsSince).map(([label, seconds]) => ({
        label,
        waygate_last_signal_age_seconds: seconds ?? Number.NaN,
      })),
  );
  metrics.gaugesByLabel(
    'state',
    { waygate_pool_connections: "This process's database connections; waiting: callers without one." },
    async () =>
      Object.entries((await read()).pool).map(([label, count]) => ({
        label,
        waygate_pool_connections: count,
      })),
  );
  metrics.gauge('waygate_schema_migration', "The number of the database's newest migration.", async () =>
    Number.parseInt((await read()).schema, 10),
  );
  metrics.gauge(
    'waygate_disk_free_ratio',
    'The free share of the disk of DATA_DIR.',
    async () => (await readDiskFree(dataDir)) ?? Number.NaN,
  );
  metrics.gauge(
    'waygate_log_write_failures',
    "How often this process couldn't write its log. A full disk and a closed pipe end no process.",
    countLogWriteFailures,
  );
}

import { sql } from 'drizzle-orm';
import { fromDrizzle, getConstructionPlans, type JobResult, PgBoss } from 'pg-boss';
import package_ from 'pg-boss/package.json' with { type: 'json' };
import type { ClientBase } from 'pg';
import type * as z from 'zod';
import { type Connection, LONG_ANSWERS, type Transaction } from '#platform/db/database.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';

/** A background job: name, payload schema and retry policy. */
export type Job<Payload extends object> = {
  name: string;
  payload: z.ZodType<Payload>;
  retry?: { limit: number; delaySeconds: number; maxDelaySeconds: number };
  /** A run that takes longer is assigned to another worker. */
  expireSeconds?: number;
  /** A job that no worker has taken is deleted after this time; 14 days by default. */
  retentionSeconds?: number;
};

/** Defines a job and infers the payload's type. */
export function defineJob<Payload extends object>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** Handles a job. It may run more than once per job, so it must be idempotent. */
export type JobHandler<Payload extends object> = (payload: Payload) => Promise<void>;

export type Jobs = {
  /** Enqueues the job in the transaction: it exists if the transaction commits. It runs after `afterSeconds`, or at once. */
  enqueue: <Payload extends object>(
    tx: Transaction,
    job: Job<Payload>,
    payload: Payload,
    options?: { afterSeconds: number },
  ) => Promise<void>;
  /** The same for many jobs of one kind, in one statement. */
  enqueueAll: <Payload extends object>(
    tx: Transaction,
    job: Job<Payload>,
    payloads: Payload[],
  ) => Promise<void>;
  /** Starts a worker for the job in this process. */
  work: <Payload extends object>(job: Job<Payload>, handler: JobHandler<Payload>) => Promise<void>;
  /**
   * Runs what is due of the job once, in a process that is no worker. Each job runs in one process only, as with workers.
   * One that is killed meanwhile is run again by a worker.
   */
  runDue: <Payload extends object>(job: Job<Payload>, handler: JobHandler<Payload>) => Promise<void>;
  /** Runs the job by a cron expression in UTC, once per tick for any number of processes. */
  schedule: <Payload extends object>(job: Job<Payload>, cron: string, payload: Payload) => Promise<void>;
  stop: () => Promise<void>;
};

/** Together with the time for running requests, less than the ten seconds that a stop may take. */
const STOP_TIMEOUT_MS = 5000;
const BATCH_SIZE = 4;
const POLL_SECONDS = 2;
/** With heartbeats, a dead worker's job restarts after about twenty seconds instead of after `expireSeconds`. */
const HEARTBEAT_SECONDS = 10;
const SUPERVISE_SECONDS = 5;

/**
 * Connects to the job tables.
 *
 * @param isWorker takes part in supervision and schedules; false: this process only enqueues jobs
 */
export async function startJobs({
  connection,
  definitions,
  isWorker,
  log,
  metrics,
}: {
  connection: Connection;
  definitions: Job<object>[];
  isWorker: boolean;
  log: Logger;
  metrics: Metrics;
}): Promise<Jobs> {
  const boss = new PgBoss({
    ...withLimits(connection, LONG_ANSWERS.jobsMs),
    max: isWorker ? 4 : 1,
    migrate: false,
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  await boss.start();
  await declareQueues(boss, definitions);
  return {
    enqueue: async (tx, job, payload, { afterSeconds } = { afterSeconds: 0 }) => {
      await boss.send(job.name, payload, { db: fromDrizzle(tx, sql), startAfter: afterSeconds });
    },
    enqueueAll: async (tx, job, payloads) => {
      if (payloads.length === 0) return;
      const rows = payloads.map((data) => ({ data }));
      await boss.insert(job.name, rows, { db: fromDrizzle(tx, sql) });
    },
    work: async (job, handler) => {
      const options = {
        batchSize: BATCH_SIZE,
        // Fetches the next batch immediately after a full one, so that a backlog drains at the worker's speed.
        burstWhenBatchFull: true,
        perJobResults: true,
        // New jobs are announced by NOTIFY. Polling finds the retries that are due.
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
      } as const;
      await boss.work<unknown>(job.name, options, (batch) =>
        Promise.all(batch.map(({ id, data }) => run({ job, id, data, handler, log, metrics }))),
      );
    },
    runDue: (job, handler) =>
      runBatch(boss, job.name, ({ id, data }) => run({ job, id, data, handler, log, metrics })),
    schedule: (job, cron, payload) => boss.schedule(job.name, cron, payload, { tz: 'UTC' }),
    stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  };
}

async function runBatch(
  boss: PgBoss,
  name: string,
  runOne: (job: { id: string; data: unknown }) => Promise<JobResult>,
): Promise<void> {
  const batch = await boss.fetch<unknown>(name, { batchSize: BATCH_SIZE });
  for (const job of batch) {
    const { status, output } = await runOne(job);
    if (status === 'completed') await boss.complete(name, job.id);
    else await boss.fail(name, job.id, output);
  }
}

/** pg-boss passes them on to its pool, but its types don't know `query_timeout`. */
function withLimits(connection: Connection, answerTimeoutMs: number) {
  return { ...connection, connectionTimeoutMillis: 3000, query_timeout: answerTimeoutMs };
}

/**
 * Creates or upgrades the job tables; part of migrating.
 *
 * @param client of the migration. Most starts find by it that nothing is to be done, and open no second connection
 */
export async function migrateJobs(connection: Connection, client?: Pick<ClientBase, 'query'>): Promise<void> {
  if (client && (await areJobTablesCurrent(client))) return;
  const limited = withLimits(connection, LONG_ANSWERS.migrationMs);
  const boss = new PgBoss({ ...limited, max: 1, migrate: true, supervise: false, schedule: false });
  boss.on('error', () => {}); // start() rejects with the same error
  await boss.start();
  await boss.stop({ graceful: false });
}

/** The job tables are those of this release, with every index that pg-boss builds in the background (`bam`). */
async function areJobTablesCurrent(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const known = await client.query<{ isThere: boolean }>(
    `select to_regclass('pgboss.version') is not null as "isThere"`,
  );
  if (!known.rows[0]?.isThere) return false;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  if ((rows[0]?.version ?? 0) < package_.pgboss.schema) return false;
  const left = await client.query(`select from pgboss.bam where status <> 'completed' limit 1`);
  return left.rows.length === 0;
}

/** The SQL that creates the job tables of this release. */
export function describeJobTables(): string {
  return getConstructionPlans();
}

/** Creates or updates the queues that aren't there as defined, which most starts find done. */
async function declareQueues(boss: PgBoss, definitions: Job<object>[]): Promise<void> {
  const declared = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of definitions) {
    const options = queueOptions(job);
    const found = new Map(Object.entries(declared.get(job.name) ?? {}));
    if (Object.entries(options).every(([option, value]) => found.get(option) === value)) continue;
    await boss.createQueue(job.name, options);
    await boss.updateQueue(job.name, options);
  }
}

function queueOptions({ retry, expireSeconds, retentionSeconds }: Job<object>) {
  return {
    notify: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    ...(retry && {
      retryLimit: retry.limit,
      retryDelay: retry.delaySeconds,
      retryDelayMax: retry.maxDelaySeconds,
      retryBackoff: true,
    }),
    ...(expireSeconds && { expireInSeconds: expireSeconds }),
    ...(retentionSeconds && { retentionSeconds }),
  };
}

async function run<Payload extends object>({
  job,
  id,
  data,
  handler,
  log,
  metrics,
}: {
  job: Job<Payload>;
  id: string;
  data: unknown;
  handler: JobHandler<Payload>;
  log: Logger;
  metrics: Metrics;
}): Promise<JobResult> {
  const startedAt = performance.now();
  const observe = (outcome: 'completed' | 'failed') =>
    metrics.observeJob({ name: job.name, outcome, seconds: (performance.now() - startedAt) / 1000 });
  try {
    await handler(job.payload.parse(data ?? {}));
    observe('completed');
    return { id, status: 'completed' };
  } catch (error) {
    observe('failed');
    log.warn({ err: error, job: job.name, jobId: id }, 'job failed and is retried');
    // Only the name is stored, because database errors contain parameters.
    return { id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } };
  }
}

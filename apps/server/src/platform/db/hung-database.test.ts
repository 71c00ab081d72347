import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { defineJob, migrateJobs, startJobs } from '#platform/jobs/jobs.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { captureLog } from '#test/captured-log.ts';
import { readRows } from './copy/copied-tables.ts';
import { connectForCopy } from './copy/load-target.ts';
import { LONG_ANSWERS, openConnection, openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { findPostmaster } from './embedded-postgres-lock.ts';
import { makeFolder, onCleanup, type Report, startOwner } from './embedded-postgres.test-support.ts';
import { migrate } from './migrate.ts';

/** Longer than a busy machine takes to connect. */
const SHORT_MS = 5_000;
const GREET = defineJob({ name: 'greet', payload: z.object({}) });

/** Stops the server and all its processes: connections stay open, and nobody answers. */
function hang({ directory }: Report): void {
  const postmaster = findPostmaster(directory)?.pid;
  if (postmaster === undefined) throw new Error(`No server runs on ${directory}.`);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  const pids = [postmaster, ...children.trim().split(' ').map(Number)];
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  // Before the server is stopped, which waits for it.
  onCleanup(() => pids.forEach(goOn));
}

/** One that has ended meanwhile must not leave the others stopped. */
function goOn(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Limits that a test can wait for. */
function shorten(): void {
  const kept = { ...LONG_ANSWERS };
  Object.assign(LONG_ANSWERS, {
    connectionTimeoutMillis: SHORT_MS,
    jobsMs: SHORT_MS,
    migrationMs: SHORT_MS,
    copyMs: SHORT_MS,
  });
  onTestFinished(() => void Object.assign(LONG_ANSWERS, kept));
}

test('a database that stops answering holds up nobody for longer than their limit', async () => {
  const report = await startOwner(makeFolder()).report;
  const { connection } = report;
  await migrateJobs(connection);
  const { log } = captureLog();
  const { db, close } = openDatabase({ connection, log, answerTimeoutMs: SHORT_MS });
  shorten();
  const options = { connection, definitions: [GREET], isWorker: false, log, metrics: createMetrics() };
  const jobs = await startJobs(options);
  const [long, copy, begun] = [
    await openConnection(db),
    await connectForCopy(connection),
    await db.$client.connect(),
  ];
  const numbers = { schema: 'pg_catalog', name: 'pg_class', columns: ['relname'] };
  hang(report);

  const waiting: Record<string, Promise<unknown>> = {
    'a statement': db.execute(sql`select 1`),
    'a transaction': db.transaction(async (tx) => tx.execute(sql`select 1`)),
    'a connection in use': begun.query('select 1').finally(() => begun.release(true)),
    'a statement outside requests': long.query('select 1'),
    'a table that is read': readRows(copy, numbers).toArray(),
    'a new connection of a copy': connectForCopy(connection),
    'a migration': migrate({ connection, folder: MIGRATIONS, afterwards: async () => {} }),
    'the job queue': jobs.runDue(GREET, async () => {}),
    'the start of a job queue': startJobs(options),
  };
  const ended = Object.entries(waiting).map(async ([what, promise]) => {
    const error: unknown = await promise.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    return [what, isDatabaseUnavailable(error) ? 'unavailable' : error];
  });
  const outcomes = Object.fromEntries(await Promise.all(ended)) as Record<string, unknown>;
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(waiting).map((what) => [what, 'unavailable'])));
  await Promise.all([long.end(), copy.end()]);
  // The last to be cleaned up is the first: by then, the server goes on, and late answers reach nobody.
  await Promise.all([jobs.stop(), close()]);
}, 60_000);

test('the limit of a table that was read ends with it', async () => {
  const report = await startOwner(makeFolder()).report;
  shorten();
  const client = await connectForCopy(report.connection);
  const rows = readRows(client, { schema: 'pg_catalog', name: 'pg_class', columns: ['relname'] });
  expect((await rows.toArray()).length).toBeGreaterThan(0);
  const late: unknown[] = [];
  rows.on('error', (error) => late.push(error));
  // Past the limit together, and none alone.
  await client.query('select pg_sleep(3)');
  await client.query('select pg_sleep(3)');
  expect(late).toEqual([]);
  await client.end();
}, 60_000);

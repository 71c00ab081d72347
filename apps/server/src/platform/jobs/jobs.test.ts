import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { captureLog } from '#test/captured-log.ts';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { defineJob, type Jobs, migrateJobs, startJobs } from './jobs.ts';

const PATIENCE = { timeout: 20_000 };

const greet = defineJob({
  name: 'test.greet',
  payload: z.object({ name: z.string() }),
  retry: { limit: 10, delaySeconds: 1, maxDelaySeconds: 2 },
});

/** One process of the portal, as far as jobs go. */
async function useJobs(
  { connection }: TestDatabase,
  { isWorker = true, job = greet }: { isWorker?: boolean; job?: typeof greet } = {},
) {
  const { log, lines, text } = captureLog();
  const metrics = createMetrics();
  const jobs = await startJobs({ connection, definitions: [job], isWorker, log, metrics });
  onTestFinished(() => jobs.stop());
  return { jobs, lines, text, metrics };
}

async function greetNow({ db }: TestDatabase, jobs: Jobs, ...names: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const name of names) await jobs.enqueue(tx, greet, { name });
  });
}

async function states({ db }: TestDatabase): Promise<unknown[]> {
  const { rows } = await db.execute(
    sql`select data ->> 'name' as name, state::text as state from pgboss.job where name = ${greet.name} order by 1`,
  );
  return rows;
}

describe('a job', () => {
  test('exists only if its transaction commits', async () => {
    const database = await useTestDatabase();
    const { jobs } = await useJobs(database, { isWorker: false });
    const undone = database.db.transaction(async (tx) => {
      await jobs.enqueue(tx, greet, { name: 'undone' });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await states(database)).toEqual([]);
    await greetNow(database, jobs, 'committed');
    expect(await states(database)).toEqual([{ name: 'committed', state: 'created' }]);
  });

  test('is run by a worker soon after, and counted', async () => {
    const database = await useTestDatabase();
    const api = await useJobs(database, { isWorker: false });
    const worker = await useJobs(database);
    const greeted: string[] = [];
    await worker.jobs.work(greet, async ({ name }) => void greeted.push(name));
    await greetNow(database, api.jobs, 'a', 'b');
    await expect.poll(() => greeted.toSorted(), PATIENCE).toEqual(['a', 'b']);
    await expect
      .poll(() => states(database), PATIENCE)
      .toEqual([
        { name: 'a', state: 'completed' },
        { name: 'b', state: 'completed' },
      ]);
    const { body } = await worker.metrics.render();
    expect(body).toContain('waygate_jobs_total{name="test.greet",outcome="completed"} 2');
  });

  test('is retried with a delay when it fails, until it succeeds', async () => {
    const database = await useTestDatabase();
    const { jobs, lines, metrics } = await useJobs(database);
    const attempts: number[] = [];
    await jobs.work(greet, async () => {
      attempts.push(performance.now());
      if (attempts.length < 3) throw new Error('not yet');
    });
    await greetNow(database, jobs, 'stubborn');
    await expect.poll(() => states(database), PATIENCE).toEqual([{ name: 'stubborn', state: 'completed' }]);
    expect(attempts).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = attempts;
    expect(second - first).toBeGreaterThan(900);
    expect(third - second).toBeGreaterThan(900);
    const failures = lines().filter(({ msg }) => msg === 'job failed and is retried');
    expect(failures).toMatchObject([
      { job: 'test.greet', err: { message: 'not yet' } },
      { job: 'test.greet', err: { message: 'not yet' } },
    ]);
    const { body } = await metrics.render();
    expect(body).toContain('waygate_jobs_total{name="test.greet",outcome="failed"} 2');
  });

  test('with an invalid payload never reaches its handler or the log', async () => {
    const database = await useTestDatabase();
    const { jobs, lines, text } = await useJobs(database);
    const greeted: string[] = [];
    await jobs.work(greet, async ({ name }) => void greeted.push(name));
    const older = defineJob({ name: greet.name, payload: z.object({ secret: z.string() }) });
    await database.db.transaction(async (tx) => {
      // An older release may have written what this one does not understand.
      await jobs.enqueue(tx, older, { secret: 'correct-horse' });
    });
    await expect.poll(() => lines().some(({ job }) => job === 'test.greet'), PATIENCE).toBe(true);
    expect(greeted).toEqual([]);
    expect(text()).not.toContain('correct-horse');
  });

  test('stores only the kind of error that made it fail', async () => {
    const database = await useTestDatabase();
    const { jobs } = await useJobs(database);
    await jobs.work(greet, async () => {
      throw new TypeError('correct-horse');
    });
    await greetNow(database, jobs, 'careless');
    const output = async () =>
      (await database.db.execute(sql`select output from pgboss.job where name = ${greet.name}`)).rows;
    await expect.poll(output, PATIENCE).toEqual([{ output: { error: 'TypeError' } }]);
  });

  test('cannot be enqueued without a queue', async () => {
    const database = await useTestDatabase();
    const { jobs } = await useJobs(database, { isWorker: false });
    const unknown = { ...greet, name: 'test.unknown' };
    const enqueuing = database.db.transaction((tx) => jobs.enqueue(tx, unknown, { name: 'lost' }));
    await expect(enqueuing).rejects.toThrow('test.unknown');
  });
});

describe('two workers', () => {
  test('share the jobs and run none of them twice', async () => {
    const database = await useTestDatabase();
    const workers = await Promise.all([useJobs(database), useJobs(database)]);
    const greeted: string[] = [];
    for (const { jobs } of workers) {
      await jobs.work(greet, async ({ name }) => {
        greeted.push(name);
        await database.db.execute(sql`select pg_sleep(0.01)`);
      });
    }
    const names = Array.from({ length: 60 }, (_, index) => `name ${index + 10}`);
    for (const { jobs } of workers) await greetNow(database, jobs, ...names.splice(0, 30));
    await expect
      .poll(async () => new Set((await states(database)).map((row) => Object(row).state)), PATIENCE)
      .toEqual(new Set(['completed']));
    expect(greeted).toHaveLength(60);
    expect(new Set(greeted).size).toBe(60);
  });

  test('run a scheduled job once per tick', async () => {
    const database = await useTestDatabase();
    const { db } = database;
    const planner = await useJobs(database, { isWorker: false });
    for (const _ of ['one process', 'another']) {
      await planner.jobs.schedule(greet, '* * * * *', { name: 'tick' });
    }
    const { rows } = await db.execute(sql`select name, cron, timezone from pgboss.schedule`);
    expect(rows).toEqual([{ name: 'test.greet', cron: '* * * * *', timezone: 'UTC' }]);
    // Each process looks for due ticks when it starts, unless another one just did.
    for (let round = 0; round < 4; round += 1) {
      await db.execute(sql`update pgboss.version set cron_on = null`);
      const { jobs } = await useJobs(database);
      await jobs.work(greet, async () => {});
      await expect.poll(async () => lookedAtTheClock(database), PATIENCE).toBe(true);
    }
    await expect.poll(async () => (await states(database)).length, PATIENCE).toBeGreaterThan(0);
    const ticks = await db.execute(
      sql`select singleton_on, count(*)::int as sent from pgboss.job
          where name like '%send-it' group by singleton_on`,
    );
    expect(ticks.rows.map(({ sent }) => sent)).toEqual(ticks.rows.map(() => 1));
    expect(ticks.rows.length).toBeLessThanOrEqual(2);
    expect((await states(database)).length).toBeLessThanOrEqual(ticks.rows.length);
  });
});

test('shutdown waits for the running job and starts no other', async () => {
  const database = await useTestDatabase();
  const { jobs } = await useJobs(database);
  const started = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  await jobs.work(greet, async () => {
    started.resolve();
    await mayEnd.promise;
  });
  await greetNow(database, jobs, 'running');
  await started.promise;
  const stopped = jobs.stop();
  const api = await useJobs(database, { isWorker: false });
  await greetNow(database, api.jobs, 'waiting');
  mayEnd.resolve();
  await stopped;
  expect(await states(database)).toEqual([
    { name: 'running', state: 'completed' },
    { name: 'waiting', state: 'created' },
  ]);
});

test('an enqueuing process runs no jobs, and a worker survives losing every connection', async () => {
  const database = await useTestDatabase();
  const api = await useJobs(database, { isWorker: false });
  const worker = await useJobs(database);
  const greeted: string[] = [];
  await worker.jobs.work(greet, async ({ name }) => void greeted.push(name));
  await database.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  // The first caller after the loss may meet a dead connection and get its error.
  const enqueuing = () => greetNow(database, api.jobs, 'after').then(() => 'enqueued', String);
  await expect.poll(enqueuing, PATIENCE).toBe('enqueued');
  await expect.poll(() => greeted, PATIENCE).toEqual(['after']);
  await worker.jobs.stop();
  await greetNow(database, api.jobs, 'nobody');
  expect(await states(database)).toContainEqual({ name: 'nobody', state: 'created' });
});

async function lookedAtTheClock({ db }: TestDatabase): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from pgboss.version where cron_on is not null`);
  return rows.length === 1;
}

test('a queue is declared again only when its definition has changed', async () => {
  const database = await useTestDatabase();
  const declared = async (job: typeof greet) => {
    await useJobs(database, { isWorker: false, job });
    const { rows } = await database.db.execute(
      sql`select retry_limit as limit, updated_on::text as at from pgboss.queue where name = ${job.name}`,
    );
    return rows[0];
  };
  const first = await declared(greet);
  expect(await declared(greet)).toEqual(first);
  const patient = { ...greet, retry: { limit: 11, delaySeconds: 1, maxDelaySeconds: 2 } };
  const changed = await declared(patient);
  expect(changed).toMatchObject({ limit: 11 });
  expect(changed).not.toEqual(first);
});

test('job tables of this release are found by the migration, without a connection of their own', async () => {
  const { db, connection } = await useTestDatabase();
  const unreachable = { connectionString: 'postgres://nobody@127.0.0.1:1/nothing' };
  await migrateJobs(unreachable, db.$client);
  await db.execute(sql`
    insert into pgboss.bam (name, version, table_name, command) values ('test', 1, 'job', 'select 1')`);
  await expect(migrateJobs(unreachable, db.$client)).rejects.toThrow('ECONNREFUSED');
  await db.execute(sql`update pgboss.bam set status = 'completed'`);
  await migrateJobs(unreachable, db.$client);
  await db.execute(sql`update pgboss.version set version = version - 1`);
  await expect(migrateJobs(unreachable, db.$client)).rejects.toThrow('ECONNREFUSED');
  await db.execute(sql`drop schema pgboss cascade`);
  await expect(migrateJobs(unreachable, db.$client)).rejects.toThrow('ECONNREFUSED');
  await migrateJobs(connection, db.$client);
  await migrateJobs(unreachable, db.$client);
});

import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { captureLog } from '#test/captured-log.ts';
import { useTestDatabase } from '#test/database.ts';
import { type Db, longTransaction, openDatabase, prepared } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

describe('a lost connection', () => {
  test('during a transaction fails the transaction and not the process', async () => {
    const { db, connection } = await useTestDatabase();
    const { log } = captureLog();
    const victim = openDatabase({ connection, log });
    onTestFinished(victim.close);
    const transaction = victim.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
      // Between two statements, nobody but the connection itself is there to hear of it.
      await tx.execute(sql`select 1`);
    });
    const failure: unknown = await transaction.catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect((await victim.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test('while idle is replaced and reported once', async () => {
    const { db, connection } = await useTestDatabase();
    const { log, lines } = captureLog();
    const victim = openDatabase({ connection, log });
    onTestFinished(victim.close);
    const { rows } = await victim.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
    await expect
      .poll(lines, { timeout: 10_000 })
      .toMatchObject([{ msg: 'database connection lost', err: { code: '57P01' } }]);
    expect((await victim.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });
});

const wait = (handle: Db) => handle.execute(sql`select pg_sleep(30)`);

describe('a database that never answers', () => {
  test.for(['a statement', 'a transaction'])(
    'fails %s in time, and its connection is given up',
    async (kind) => {
      const { connection } = await useTestDatabase();
      const { log } = captureLog();
      const hung = openDatabase({ connection, log, maxConnections: 1, answerTimeoutMs: 2000 });
      onTestFinished(hung.close);
      const failure: unknown = await (
        kind === 'a statement' ? wait(hung.db) : hung.db.transaction(wait)
      ).catch((error: unknown) => error);
      expect(isDatabaseUnavailable(failure)).toBe(true);
      expect((await hung.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    },
  );

  test('is waited for by a long transaction, within its own limit', async () => {
    const { connection } = await useTestDatabase();
    const hung = openDatabase({ connection, log: captureLog().log, answerTimeoutMs: 300 });
    onTestFinished(hung.close);
    const { rows } = await longTransaction(hung.db, 10, async (tx) =>
      tx.execute(sql`select pg_sleep(0.5)::text, current_setting('statement_timeout') as limit`),
    );
    expect(rows).toEqual([{ pg_sleep: '', limit: '10min' }]);
  });
});

test('a slow statement is cancelled by the database', async () => {
  const { db } = await useTestDatabase();
  const { rows } = await db.execute(
    sql`select current_setting('statement_timeout') as statement,
               current_setting('idle_in_transaction_session_timeout') as idle,
               current_setting('timezone') as zone`,
  );
  expect(rows).toEqual([{ statement: '15s', idle: '30s', zone: 'UTC' }]);
});

test('a prepared statement is compiled once per handle and again per transaction', async () => {
  const { db } = await useTestDatabase();
  let compiled = 0;
  const one = prepared((handle) => {
    compiled += 1;
    return handle
      .select({ one: sql<number>`1` })
      .from(sql`(select 1) as one`)
      .prepare('one');
  });
  await one(db).execute();
  await one(db).execute();
  expect(compiled).toBe(1);
  await db.transaction(async (tx) => {
    expect(await one(tx).execute()).toEqual([{ one: 1 }]);
  });
  expect(compiled).toBe(2);
});

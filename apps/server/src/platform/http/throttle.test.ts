import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { AppError } from '#platform/errors/app-error.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { addressAllowances, consume, deleteEndedWindows, giveBack } from './throttle.ts';

const attempt = { key: 'sign-in 7', points: 3, windowSeconds: 60 };

/** A second pool, as another process has one. */
function useSecondPool({ connection }: TestDatabase) {
  const { db, close } = openDatabase({ connection, log: createLogger({ level: 'silent' }) });
  onTestFinished(close);
  return db;
}

/** `let in`, or the code and the wait of the refusal. */
async function outcome(attempting: Promise<void>): Promise<string> {
  try {
    await attempting;
    return 'let in';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

async function endWindows({ db }: TestDatabase): Promise<void> {
  await db.execute(sql`update rate_limits set resets_at = now()`);
}

async function rows({ db }: TestDatabase): Promise<unknown[]> {
  return (await db.execute(sql`select key, used from rate_limits order by key`)).rows;
}

describe('a throttle', () => {
  test('admits exactly the limit out of a hundred concurrent calls in two processes', async () => {
    const database = await useTestDatabase();
    const other = useSecondPool(database);
    const callers = Array.from({ length: 100 }, (_, index) =>
      outcome(consume(index % 2 === 0 ? database.db : other, [{ ...attempt, points: 17 }])),
    );
    const outcomes = await Promise.all(callers);
    expect(outcomes.filter((one) => one === 'let in')).toHaveLength(17);
    expect(outcomes.filter((one) => one === 'too_many_requests')).toHaveLength(83);
  });

  test('reports how long to wait', async () => {
    const { db } = await useTestDatabase();
    const shorter = { ...attempt, points: 0, windowSeconds: 5 };
    const longer = { key: 'address', points: 0, windowSeconds: 90 };
    const refusal = consume(db, [shorter, longer]);
    await expect(refusal).rejects.toMatchObject({
      message: 'Too many attempts. Please try again in 2 minutes.',
      details: { retryAfterSeconds: 90 },
    });
  });

  test('admits again after the window, with a new count', async () => {
    const database = await useTestDatabase();
    const { db } = database;
    const tries = (count: number) =>
      Promise.all(Array.from({ length: count }, () => outcome(consume(db, [attempt]))));
    expect((await tries(5)).filter((one) => one === 'let in')).toHaveLength(3);
    await endWindows(database);
    expect((await tries(5)).filter((one) => one === 'let in')).toHaveLength(3);
  });

  test('does not extend the window of callers who keep trying', async () => {
    const { db } = await useTestDatabase();
    await consume(db, [attempt]);
    const reset = () => db.execute(sql`select resets_at from rate_limits`);
    const before = await reset();
    for (let index = 0; index < 5; index += 1) await outcome(consume(db, [attempt]));
    expect((await reset()).rows).toEqual(before.rows);
  });

  test('counts every key, also when another key refuses', async () => {
    const database = await useTestDatabase();
    const full = { ...attempt, points: 0 };
    expect(await outcome(consume(database.db, [full, { ...attempt, key: 'address' }]))).toBe(
      'too_many_requests',
    );
    expect(await rows(database)).toEqual([
      { key: 'address', used: 1 },
      { key: 'sign-in 7', used: 1 },
    ]);
  });

  test('counts a duplicate key once', async () => {
    const database = await useTestDatabase();
    await consume(database.db, [attempt, attempt]);
    expect(await rows(database)).toEqual([{ key: 'sign-in 7', used: 1 }]);
  });

  test('counts a stage only if the stages before it have room', async () => {
    const database = await useTestDatabase();
    const other = useSecondPool(database);
    const stages = [
      { ...attempt, points: 17 },
      { key: 'wide', points: 40, windowSeconds: 60, stage: 1 },
      { key: 'widest', points: 5, windowSeconds: 60, stage: 2 },
    ];
    const calls = Array.from({ length: 60 }, (_, index) =>
      outcome(consume(index % 2 === 0 ? database.db : other, stages)),
    );
    const admitted = (await Promise.all(calls)).filter((result) => result === 'let in');
    expect(admitted).toHaveLength(5);
    expect(await rows(database)).toEqual([
      { key: 'sign-in 7', used: 60 },
      { key: 'wide', used: 17 },
      { key: 'widest', used: 17 },
    ]);
  });

  test('does not deadlock callers whose wider networks sort before the narrow ones', async () => {
    const database = await useTestDatabase();
    const other = useSecondPool(database);
    const calls = Array.from({ length: 200 }, (_, index) => {
      const address = `2001:db8:1:${(index % 5) * 100}::1`;
      const allowances = addressAllowances(address, { key: 'sign-in', points: 100_000, windowSeconds: 60 });
      return index % 2 === 0
        ? consume(database.db, allowances)
        : giveBack(
            other,
            allowances.map(({ key }) => key),
          );
    });
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  test('refunds points, never more than were taken', async () => {
    const database = await useTestDatabase();
    const { db } = database;
    for (let index = 0; index < 10; index += 1) {
      await consume(db, [attempt]);
      await giveBack(db, [attempt.key, 'unknown']);
    }
    await giveBack(db, [attempt.key]);
    expect(await rows(database)).toEqual([]);
  });

  test('does not deadlock callers who name the same keys in opposite order', async () => {
    const database = await useTestDatabase();
    const other = useSecondPool(database);
    const keys = Array.from({ length: 8 }, (_, index) => `key ${index}`);
    const allowances = keys.map((key) => ({ key, points: 100_000, windowSeconds: 60 }));
    const rounds = Array.from({ length: 60 }, () => [
      consume(database.db, allowances),
      consume(other, allowances.toReversed()),
      giveBack(other, keys.toReversed()),
      deleteEndedWindows(database.db),
    ]);
    const outcomes = await Promise.allSettled(rounds.flat());
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  test('cleanup deletes expired windows only and takes no lock', async () => {
    const database = await useTestDatabase();
    const { db } = database;
    const other = useSecondPool(database);
    await consume(db, [
      { key: 'in use', points: 9, windowSeconds: 60 },
      { key: 'ended', points: 9, windowSeconds: 60 },
    ]);
    await endWindows(database);
    await consume(db, [{ key: 'running', points: 9, windowSeconds: 60 }]);
    await db.transaction(async (tx) => {
      await consume(tx, [{ key: 'in use', points: 9, windowSeconds: 60 }]);
      await deleteEndedWindows(other);
    });
    expect(await rows(database)).toEqual([
      { key: 'in use', used: 1 },
      { key: 'running', used: 1 },
    ]);
  });
});

describe('the allowances of an address', () => {
  const points = { key: 'sign-in', points: 3, windowSeconds: 60 };

  test('are one for IPv4, also on a dual-stack socket', () => {
    const expected = [{ key: 'sign-in address:192.0.2.7', points: 3, windowSeconds: 60, stage: 0 }];
    expect(addressAllowances('192.0.2.7', points)).toEqual(expected);
    expect(addressAllowances('::ffff:192.0.2.7', points)).toEqual(expected);
  });

  test('grow with the network of an IPv6 address', () => {
    expect(addressAllowances('2001:db8:1:2345::7', points)).toEqual([
      { key: 'sign-in address:2001:db8:1:2345::/64', points: 3, windowSeconds: 60, stage: 0 },
      { key: 'sign-in address:2001:db8:1:2300::/56', points: 12, windowSeconds: 60, stage: 1 },
      { key: 'sign-in address:2001:db8:1::/48', points: 48, windowSeconds: 60, stage: 2 },
    ]);
  });
});

import { sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#platform/logging/logger.ts';
import { useTestDatabase } from '#test/database.ts';
import { openDatabase } from './database.ts';
import { isDatabaseUnavailable, violatedUniqueKey } from './database-errors.ts';

const log = createLogger({ level: 'silent' });

function coded(code: string, rest: object = {}): Error {
  return Object.assign(new Error('failed'), { code, ...rest });
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail('this should have failed'),
    (error: unknown) => error,
  );
}

describe('the database is to blame for', () => {
  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'EAI_AGAIN',
    '08006',
    '53300',
    '57P01',
    '57P03',
    '25006',
  ])('an error of code %s, however deeply wrapped', (code) => {
    const wrapped = new DrizzleQueryError('select 1', [], coded(code));
    expect(isDatabaseUnavailable(coded(code))).toBe(true);
    expect(isDatabaseUnavailable(new Error('outer', { cause: wrapped }))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([new Error('one'), coded(code)]))).toBe(true);
  });

  test('an unreachable server', async () => {
    const refused = openDatabase({ connection: { connectionString: 'postgres://127.0.0.1:1/x' }, log });
    const noSocket = openDatabase({
      connection: { host: '/nowhere', port: 1, user: 'x', database: 'x' },
      log,
    });
    for (const { db, close } of [refused, noSocket]) {
      onTestFinished(close);
      expect(isDatabaseUnavailable(await failureOf(db.execute(sql`select 1`)))).toBe(true);
      expect(isDatabaseUnavailable(await failureOf(db.transaction(async () => {})))).toBe(true);
    }
  });

  test('a pool whose connections are all in use', async () => {
    const { connection } = await useTestDatabase();
    const { db, close } = openDatabase({ connection, maxConnections: 1, log });
    onTestFinished(close);
    await db.transaction(async () => {
      expect(isDatabaseUnavailable(await failureOf(db.execute(sql`select 1`)))).toBe(true);
    });
  });

  test('a closed pool, as during shutdown', async () => {
    const { connection } = await useTestDatabase();
    const { db, close } = openDatabase({ connection, log });
    await close();
    expect(isDatabaseUnavailable(await failureOf(db.execute(sql`select 1`)))).toBe(true);
  });
});

describe('the database is not to blame for', () => {
  test.each(['23505', '42601', '22P02', '57014', '40P01', 'ENOENT', 'EACCES', '08', '0800'])(
    'an error of code %s',
    (code) => {
      expect(isDatabaseUnavailable(coded(code, { syscall: 'open' }))).toBe(false);
    },
  );

  test('a refused row whose values look like a lost connection', async () => {
    const { db } = await useTestDatabase();
    await db.execute(sql`create table names (name text primary key)`);
    const insert = () => db.execute(sql`insert into names values (${'Connection terminated unexpectedly'})`);
    await insert();
    expect(isDatabaseUnavailable(await failureOf(insert()))).toBe(false);
  });

  test.each([undefined, null, 'Connection terminated', 7, {}])('%j', (thrown) => {
    expect(isDatabaseUnavailable(thrown)).toBe(false);
  });

  test('an error that is its own cause', () => {
    const error = new Error('circular');
    error.cause = error;
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

test('a refused write names the violated constraint', async () => {
  const { db } = await useTestDatabase();
  await db.execute(sql`create table names (name text constraint names_name_key unique, age int not null)`);
  const insert = () => db.execute(sql`insert into names values ('a', 1)`);
  await insert();
  expect(violatedUniqueKey(await failureOf(insert()))).toBe('names_name_key');
  expect(violatedUniqueKey(await failureOf(db.execute(sql`insert into names values ('b', null)`)))).toBe(
    undefined,
  );
});

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { waitsFor } from '#test/locks.ts';
import { migrate, readSchemaState, requireSupportedVersion } from './migrate.ts';

type Files = Record<string, string>;

async function useFolder(files: Files): Promise<{ folder: string; write: (files: Files) => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = async (more: Files) => {
    for (const [name, text] of Object.entries(more)) await writeFile(path.join(folder, name), text);
  };
  await write(files);
  return { folder, write };
}

/** A database of this test's own migrations: the template's are forgotten, their tables do not matter. */
async function useEmptyDatabase(): Promise<TestDatabase> {
  const database = await useTestDatabase();
  await database.db.execute(sql`drop table schema_migrations`);
  return database;
}

const afterwards = async () => {};

async function lines({ db }: TestDatabase): Promise<unknown[]> {
  return (await db.execute(sql`select line from migrated order by line`)).rows.map(({ line }) => line);
}

const FIRST = {
  '0001-first.sql': "create table migrated (line text); insert into migrated values ('first');",
};
const SECOND = { '0002-second.sql': "insert into migrated values ('second');" };

describe('migrating', () => {
  test('runs pending migrations in order, and none twice', async () => {
    const database = await useEmptyDatabase();
    const { connection } = database;
    const { folder, write } = await useFolder({ ...SECOND, ...FIRST, 'README.md': 'no migration' });
    expect(await migrate({ connection, folder, afterwards })).toEqual(['0001-first.sql', '0002-second.sql']);
    expect(await migrate({ connection, folder, afterwards })).toEqual([]);
    await write({ '0003-third.sql': "insert into migrated values ('third')" });
    expect(await migrate({ connection, folder, afterwards })).toEqual(['0003-third.sql']);
    expect(await lines(database)).toEqual(['first', 'second', 'third']);
  });

  test('happens once under concurrent starts', async () => {
    const database = await useEmptyDatabase();
    const { connection } = database;
    const { folder } = await useFolder({ ...FIRST, ...SECOND, '0003-slow.sql': 'select pg_sleep(0.2)' });
    const steps: string[] = [];
    const noted = async () => {
      steps.push('begin');
      await database.db.execute(sql`select pg_sleep(0.05)`);
      steps.push('end');
    };
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => migrate({ connection, folder, afterwards: noted })),
    );
    expect(runs.filter((ran) => ran.length === 3)).toHaveLength(1);
    expect(runs.filter((ran) => ran.length === 0)).toHaveLength(4);
    expect(await lines(database)).toEqual(['first', 'second']);
    // What a library migrates by itself is under the same lock.
    expect(steps).toEqual(Array.from({ length: 5 }, () => ['begin', 'end']).flat());
  });

  test('gives way to requests that hold its locks, and runs after them', async () => {
    const database = await useEmptyDatabase();
    const { connection, db } = database;
    await db.execute(sql`create table wanted (line text)`);
    const { folder } = await useFolder({ ...FIRST, '0002-wanted.sql': 'alter table wanted add more text;' });
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const holder = db.transaction(async (tx) => {
      await tx.execute(sql`select from wanted`);
      await isReleased;
    });
    const migrated = migrate({ connection, folder, afterwards });
    const isMigrating = sql.raw(waitsFor('wanted'));
    await expect
      .poll(async () => (await db.execute(isMigrating)).rows.length, { interval: 10, timeout: 20_000 })
      .toBe(1);
    // Queued behind the migration, which itself waits for the transaction.
    await db.execute(sql`insert into wanted values ('request')`);
    release();
    await holder;
    expect(await migrated).toEqual(['0001-first.sql', '0002-wanted.sql']);
    expect((await db.execute(sql`select * from wanted`)).rows).toEqual([{ line: 'request', more: null }]);
  });

  test('refuses a migration that was edited after it ran, and runs nothing', async () => {
    const database = await useEmptyDatabase();
    const { connection } = database;
    const { folder, write } = await useFolder(FIRST);
    await migrate({ connection, folder, afterwards });
    await write({ '0001-first.sql': 'create table migrated (line text, more text);', ...SECOND });
    await expect(migrate({ connection, folder, afterwards })).rejects.toThrow(
      'Migration 0001-first.sql was edited after it ran.',
    );
    expect(await lines(database)).toEqual(['first']);
  });

  test('an older release runs on what a newer one added, and refuses what it took away', async () => {
    const database = await useEmptyDatabase();
    const { connection } = database;
    const older = await useFolder(FIRST);
    const newer = await useFolder({ ...FIRST, ...SECOND });
    await migrate({ connection, folder: newer.folder, afterwards });
    expect(await migrate({ connection, folder: older.folder, afterwards })).toEqual([]);
    await newer.write({ '0003-third.sql': '-- Contract: nothing reads it.\ndrop table migrated;' });
    const contracts = { pendingContracts: ['0003-third.sql'], newerContracts: [] };
    expect(await readSchemaState(database.db.$client, newer.folder)).toMatchObject(contracts);
    await migrate({ connection, folder: newer.folder, afterwards });
    const schemasOfLibraries = vi.fn<() => Promise<void>>(afterwards);
    await expect(
      migrate({ connection, folder: older.folder, afterwards: schemasOfLibraries }),
    ).rejects.toThrow('A newer release has changed the database (0003-third.sql)');
    expect(schemasOfLibraries).not.toHaveBeenCalled();
    const broken = { pendingContracts: [], newerContracts: ['0003-third.sql'] };
    expect(await readSchemaState(database.db.$client, older.folder)).toMatchObject(broken);
    expect(await migrate({ connection, folder: newer.folder, afterwards })).toEqual([]);
  });

  test('ignores different line endings', async () => {
    const { connection } = await useEmptyDatabase();
    const { folder, write } = await useFolder({ '0001-first.sql': 'select 1;\nselect 2;\n' });
    await migrate({ connection, folder, afterwards });
    await write({ '0001-first.sql': 'select 1;\r\nselect 2;\r\n' });
    expect(await migrate({ connection, folder, afterwards })).toEqual([]);
  });

  test('rolls a failed migration back, names it with the reason, and runs it once fixed', async () => {
    const database = await useEmptyDatabase();
    const { connection } = database;
    const { folder, write } = await useFolder({
      ...FIRST,
      '0002-second.sql': "insert into migrated values ('half'); select 1 / 0;",
      '0003-third.sql': "insert into migrated values ('third')",
    });
    await expect(migrate({ connection, folder, afterwards })).rejects.toMatchObject({
      message: 'Migration 0002-second.sql failed.',
      cause: { message: 'division by zero' },
    });
    expect(await lines(database)).toEqual(['first']);
    await write(SECOND);
    expect(await migrate({ connection, folder, afterwards })).toEqual(['0002-second.sql', '0003-third.sql']);
  });

  test('is not blocked by another migrator that failed', async () => {
    const { connection } = await useEmptyDatabase();
    const { folder } = await useFolder(FIRST);
    const failing = migrate({
      connection,
      folder,
      afterwards: () => Promise.reject(new Error(folder)),
    });
    await expect(failing).rejects.toThrow(folder);
    expect(await migrate({ connection, folder, afterwards })).toEqual([]);
  });

  test('refuses a file that would never run', async () => {
    const { connection } = await useEmptyDatabase();
    const { folder } = await useFolder({ ...FIRST, '2_second.sql': 'select 1' });
    await expect(migrate({ connection, folder, afterwards })).rejects.toThrow(
      'Migration 2_second.sql is not named like 0001-what-it-does.sql.',
    );
  });

  test('fails without ending the process when the connection is lost', async () => {
    const database = await useEmptyDatabase();
    const { connection } = database;
    const { folder } = await useFolder({ '0001-slow.sql': 'select pg_sleep(60)' });
    const migrating = migrate({ connection, folder, afterwards });
    migrating.catch(() => {});
    await untilMigrating(database);
    await endMigrators(database);
    await expect(migrating).rejects.toThrow('Migration 0001-slow.sql failed.');
  });

  test('is resumed by the next process when one is killed', async () => {
    const database = await useEmptyDatabase();
    const { connection } = database;
    const { folder, write } = await useFolder({
      ...FIRST,
      '0002-slow.sql': "insert into migrated values ('killed'); select pg_sleep(3);",
    });
    const killed = startMigrator({ connection, folder });
    await untilMigrating(database);
    killed.kill('SIGKILL');
    await write({ '0002-slow.sql': "insert into migrated values ('next');" });
    expect(await migrate({ connection, folder, afterwards })).toEqual(['0002-slow.sql']);
    expect(await lines(database)).toEqual(['first', 'next']);
  });
});

test.each([90_624, 140_011, Number.NaN])('PostgreSQL %d is refused', (version) => {
  expect(() => requireSupportedVersion(version)).toThrow('PostgreSQL 15 or newer is needed');
});

test.each([150_000, 150_014, 180_004])('PostgreSQL %d is supported', (version) => {
  expect(() => requireSupportedVersion(version)).not.toThrow();
});

/** The migrator's process, started as Node runs the sources. */
function startMigrator(target: object): ChildProcess {
  const program = `
    import { migrate } from '#platform/db/migrate.ts';
    await migrate({ ...${JSON.stringify(target)}, afterwards: async () => {} });`;
  const cwd = path.join(import.meta.dirname, '../../..');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd, stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function untilMigrating({ db }: TestDatabase): Promise<void> {
  const sleeping = sql`
    select 1 from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%pg_sleep%'
      and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await db.execute(sleeping)).rows.length, { timeout: 20_000 }).toBe(1);
}

async function endMigrators({ db }: TestDatabase): Promise<void> {
  await db.execute(sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`);
}

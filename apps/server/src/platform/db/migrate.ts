import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { LoadUnfinished, selectLoad } from './copy/unfinished-load.ts';
import { isLockRefused } from './database-errors.ts';
import { type Connection, LONG_ANSWERS } from './database.ts';
import { isContract, requireWritableSchema, selectContractsAfter } from './schema-guard.ts';

const OLDEST_SUPPORTED = 150_000;

/** Half of PostgreSQL's `deadlock_timeout`: of two that wait for each other, the migration gives way and never a request. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_PAUSE_MS = 1000;
/** Five minutes: a backup holds its locks for so long in a large portal. */
const LOCK_TRIES = 200;

/**
 * Runs the pending migrations: every `NNNN-name.sql` of the folder, in order, each in its own transaction. Any number of
 * processes may call it at once; one works and the others wait.
 *
 * @param afterwards runs under the same lock, for the schemas of libraries
 * @param forLoad makes the tables for a restore or a move: these migrations alone, although the database is reserved
 * @returns the names of the migrations that ran
 * @throws LoadUnfinished while a restore or a move into the database is unfinished
 * @throws SchemaTooNew when a newer release has taken away what this one uses
 * @throws Error when a migration fails, is misnamed, or was edited after it ran, or the server is older than 15
 */
export async function migrate({
  connection,
  folder,
  afterwards,
  forLoad,
}: {
  connection: Connection;
  folder: string;
  afterwards: (client: pg.ClientBase) => Promise<void>;
  forLoad?: ReadonlySet<string>;
}): Promise<string[]> {
  const { connectionTimeoutMillis, migrationMs } = LONG_ANSWERS;
  const client = new pg.Client({ ...connection, connectionTimeoutMillis, query_timeout: migrationMs });
  // The failing statement reports a lost connection; an unhandled 'error' event would end the process.
  client.on('error', () => {});
  const connected = client.connect();
  // Read while the server starts a process for the connection; a fault is thrown where the migrations are needed.
  const reading = Promise.try(() => readMigrations(folder));
  reading.catch(() => {});
  await connected;
  try {
    requireSupportedVersion(await serverVersion(client));
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    const unfinished = forLoad ? undefined : await selectLoad(client);
    if (unfinished) throw new LoadUnfinished(unfinished);
    const migrations = await reading;
    const wanted = forLoad ? migrations.filter(({ name }) => forLoad.has(name)) : migrations;
    const ran = await applyPending(client, wanted);
    await requireWritableSchema(client, migrations.at(-1)?.name ?? '');
    await afterwards(client);
    return ran;
  } finally {
    await client.end();
  }
}

export type SchemaState = {
  /** Of this release, and not applied yet. */
  pending: string[];
  /** Those of the pending ones that take away what the release before uses. */
  pendingContracts: string[];
  /** Applied by a release that is newer than this one. */
  newer: string[];
  /** Those of the newer ones that took away what this release uses. */
  newerContracts: string[];
  /** Applied with another text. */
  edited: string[];
};

/** Compares the migrations of the folder with those that the database has. Changes nothing. */
export async function readSchemaState(client: Pick<pg.Pool, 'query'>, folder: string): Promise<SchemaState> {
  const migrations = readMigrations(folder);
  const known = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isThere"`,
  );
  const isThere = known.rows[0]?.isThere === true;
  const applied = isThere ? await readApplied(client) : new Map<string, string>();
  const names = new Set(migrations.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !applied.has(name));
  return {
    pending: pending.map(({ name }) => name),
    pendingContracts: isThere ? pending.filter(({ text }) => isContract(text)).map(({ name }) => name) : [],
    newer: [...applied.keys()].filter((name) => !names.has(name)).toSorted(),
    newerContracts: isThere ? await selectContractsAfter(client, migrations.at(-1)?.name ?? '') : [],
    edited: migrations
      .filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
      .map(({ name }) => name),
  };
}

export type AppliedMigration = { name: string; checksum: string };

export async function selectAppliedMigrations(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<AppliedMigration[]> {
  const applied = await readApplied(client);
  return [...applied].map(([name, checksum]) => ({ name, checksum })).toSorted(byName);
}

/** @returns those of these migrations that the folder doesn't have, or has with another text */
export async function findUnknownMigrations(
  migrations: AppliedMigration[],
  folder: string,
): Promise<AppliedMigration[]> {
  const known = new Map(readMigrations(folder).map(({ name, checksum }) => [name, checksum]));
  return migrations.filter(({ name, checksum }) => known.get(name) !== checksum);
}

const byName = (a: AppliedMigration, b: AppliedMigration) => (a.name < b.name ? -1 : 1);

/** The name of this release's newest migration. */
export async function findNewestMigration(folder: string): Promise<string> {
  return namesOfMigrations(folder).at(-1) ?? '';
}

/** The SQL of every migration of the folder. */
export async function readMigrationTexts(folder: string): Promise<string[]> {
  return readMigrations(folder).map(({ text }) => text);
}

type Migration = AppliedMigration & { text: string };

/** At once: for a hundred small files, a start would wait longer for threads than for the disk. */
function readMigrations(folder: string): Migration[] {
  return namesOfMigrations(folder).map((name) => {
    // Git may check the file out with Windows line endings, which must not change the checksum.
    const text = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/** In the order in which they run. */
function namesOfMigrations(folder: string): string[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const misnamed = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  if (misnamed !== undefined)
    throw new Error(`Migration ${misnamed} is not named like 0001-what-it-does.sql.`);
  return names;
}

async function applyPending(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(),
    breaks_older boolean not null default false)`);
  const applied = await readApplied(client);
  const ran: string[] = [];
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === migration.checksum) continue;
    if (checksum !== undefined) throw new Error(`Migration ${migration.name} was edited after it ran.`);
    await applyOne(client, migration);
    ran.push(migration.name);
  }
  return ran;
}

/** @returns checksums by name */
async function readApplied(client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** While others hold its locks, a migration tries again: requests that queue behind it go on in between. */
async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOne(client, migration);
    } catch (error) {
      if (tries === LOCK_TRIES || !isLockRefused(error)) throw error;
      await pause(LOCK_PAUSE_MS);
    }
  }
}

async function tryOne(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    // Only then, because a database of an older release has no such column before 0080.
    if (isContract(text))
      await client.query('update schema_migrations set breaks_older = true where name = $1', [name]);
    await client.query('commit');
  } catch (error) {
    // A lost connection has already rolled back. Its error must not hide the cause.
    await client.query('rollback').catch(() => {});
    throw new Error(`Migration ${name} failed.`, { cause: error });
  }
}

/** `server_version_num`: 150004 is 15.4. */
async function serverVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  return Number(rows[0]?.server_version_num);
}

/** @throws Error when the server is older than 15 */
export function requireSupportedVersion(version: number): void {
  if (version >= OLDEST_SUPPORTED) return;
  const name = Number.isNaN(version) ? 'of an unknown version' : `version ${Math.floor(version / 10_000)}`;
  throw new Error(`PostgreSQL 15 or newer is needed; this server is ${name}.`);
}

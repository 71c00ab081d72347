import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { updateGrantsMaybeSent } from '#features/deliveries/deliveries.ts';
import { restartSweeps } from '#features/orders/orders.ts';
import { type ErasureRecord, lockRecorded, upsertBegunErasures } from '#features/privacy/privacy.ts';
import { unusableHash } from '#platform/auth/passwords.ts';
import type { Connection } from '#platform/db/database.ts';
import { selectSequences, updateSequence } from '#platform/db/copy/copied-tables.ts';
import { clearTarget, connectForCopy, requireStillAlone, reserve } from '#platform/db/copy/load-target.ts';
import { deleteLoad, type Load } from '#platform/db/copy/unfinished-load.ts';
import { findUnknownMigrations, migrate } from '#platform/db/migrate.ts';
import { migrateJobs } from '#platform/jobs/jobs.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupFault } from './backup-fault.ts';
import { jumpAhead } from './epoch.rules.ts';
import { isForeign, readKnownSchema, requireKnownColumns } from './known-schema.ts';
import { loadTables } from './load-tables.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { readParts } from './parts.ts';
import type { PortalFiles } from './portal-files.ts';
import { verifyBackup } from './verify-backup.service.ts';

/** A backup of an older schema has no table for restores. */
const RECORDS = '0078-restores.sql';
/** Before it, an erasure has no time at which it began. */
const BEGUN_ERASURES = '0151-begun-erasures.sql';

/**
 * Reads a whole backup and compares its checksums, before anything is replaced.
 *
 * @param migrations the folder with those of this release
 * @throws BackupFault when it is damaged, or of a newer release
 */
export async function checkBackup(place: Storage, name: string, migrations: string): Promise<Manifest> {
  const manifest = await readManifest(place, name);
  const [unknown] = await findUnknownMigrations(manifest.migrations, migrations);
  if (unknown)
    throw new BackupFault(
      `The backup was made by Waygate ${manifest.waygate}, whose migration ${unknown.name} this release doesn't have. Use that release or a newer one.`,
    );
  // Afterwards it would be too late: a restore drops what is there before it has the tables to compare with.
  requireKnownColumns(await readKnownSchema(migrations), manifest.tables);
  await verifyBackup(place, manifest);
  return manifest;
}

export type Restore = {
  connection: Connection;
  place: Storage;
  manifest: Manifest;
  files: Pick<PortalFiles, 'put'>;
  /** The folder with the migrations of this release. */
  migrations: string;
  /** Accounts that were erased, from outside of the database: those that come back are locked until a worker erases them. */
  erased?: ErasureRecord[];
  /** Runs before the database is opened, so that nothing starts without it. It may run again. */
  beforeOpening?: () => Promise<void>;
  /** How long a process may take to connect again; only tests set it. */
  reconnectMs?: number;
};

/**
 * Replaces the database by the backup's, and files by those of the same name; other files stay. Until it has finished, no
 * process starts on the database; after an interruption it is run again. The next start migrates what is newer than the backup.
 *
 * @returns `skipped`: the names of tables that no migration creates; `erasedAgain`: ids of accounts that were erased since
 * @throws LoadRefused while others are connected; BackupFault
 */
export async function restoreBackup({
  connection,
  place,
  manifest,
  files,
  migrations,
  erased = [],
  beforeOpening,
  reconnectMs,
}: Restore): Promise<{ skipped: string[]; erasedAgain: number[] }> {
  const known = await readKnownSchema(migrations);
  const tables = manifest.tables.filter((table) => !isForeign(known, table));
  const client = await connectForCopy(connection);
  try {
    const load = await reserve(client, { kind: 'restore', source: manifest.name });
    const reservedAt = Date.now();
    await clearTarget(client);
    const forLoad = new Set(manifest.migrations.map(({ name }) => name));
    await migrate({ connection, folder: migrations, afterwards: () => migrateJobs(connection), forLoad });
    for (const { key, bytes, parts } of manifest.files) await files.put(key, readParts(place, parts), bytes);
    await client.query('begin');
    await loadTables(client, place, tables);
    await beginEpoch(client, manifest, load);
    const erasedAgain = await lockRecorded(drizzle(client), erased, {
      span: { takenAt: sql`${manifest.takenAt}`, restoredAt: sql`clock_timestamp()` },
      passwordHash: unusableHash(),
    });
    // Planned at once, because a worker may see other records than this program.
    if (manifest.migrations.some(({ name }) => name === BEGUN_ERASURES))
      await upsertBegunErasures(drizzle(client), erasedAgain);
    await deleteLoad(client);
    await requireStillAlone(client, reservedAt, reconnectMs);
    await beforeOpening?.();
    await client.query('commit');
    await client.query('analyze');
    const skipped = manifest.tables.filter((table) => isForeign(known, table)).map(({ name }) => name);
    return { skipped, erasedAgain };
  } finally {
    await client.end();
  }
}

/** What was given out after the backup is out of reach, and what the provider has seen since is looked for at once. */
async function beginEpoch(
  client: pg.Client,
  { name, takenAt, sequences, migrations }: Manifest,
  load: Load,
): Promise<void> {
  const { rows } = await client.query<{ seconds: number }>(
    'select extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as seconds',
    [takenAt],
  );
  const since = { replaced: load.sequences, secondsSince: rows[0]?.seconds ?? 0 };
  const there = new Set((await selectSequences(client)).map((sequence) => sequence.name));
  const ours = sequences.filter((sequence) => there.has(sequence.name));
  for (const jumped of jumpAhead(ours, since)) await updateSequence(client, jumped.name, jumped.lastValue);
  if (migrations.some((migration) => migration.name === RECORDS)) {
    await client.query('insert into restores (backup, taken_at) values ($1, $2)', [name, takenAt]);
    // Those that ran when the backup was taken, the one that made it among them, never get an outcome.
    await client.query('delete from backups where verified_at is null and failure is null');
  }
  // Who signed out or changed a password since the backup is not signed in again, and no used link works again.
  await client.query('delete from sessions');
  await client.query('delete from account_tokens');
  const db = drizzle(client);
  await updateGrantsMaybeSent(db);
  await restartSweeps(db);
}

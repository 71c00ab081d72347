import path from 'node:path';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { describeBackupPlace, type BackupPlace } from '#platform/config/backup-config.ts';
import {
  type CopiedTable,
  nameOf,
  readRows,
  selectCopiedTables,
  selectSequences,
} from '#platform/db/copy/copied-tables.ts';
import { LoadUnfinished, selectLoad } from '#platform/db/copy/unfinished-load.ts';
import type { Database } from '#platform/db/database.ts';
import { findUnknownMigrations, selectAppliedMigrations } from '#platform/db/migrate.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupFault } from './backup-fault.ts';
import { nameBackup, openBackupPlace } from './backup-place.ts';
import { insertBackup, updateBackupFailed, updateBackupVerified } from './backups.queries.ts';
import { readKnownSchema, withoutForeign } from './known-schema.ts';
import { type Manifest, rowsOf, sizeOf, writeManifest } from './manifest.ts';
import { writeParts } from './parts.ts';
import { openPortalFiles, type PortalFiles } from './portal-files.ts';
import { sealKeys } from './sealed-keys.ts';
import { verifyBackup } from './verify-backup.service.ts';

const MIGRATIONS = path.join(SERVER_ROOT, 'migrations');

/** Arbitrary, but the same in all processes. */
const BACKUP_LOCK = 7_229_282;

export type BackupParts = {
  db: Database;
  storage: Storage;
  config: Pick<Config, 'dataDir' | 'twitch' | 'credentialKeys' | 'backup'>;
};

/**
 * Backs up the portal while it runs: every table as of one moment, the files, and the keys if there is a passphrase. All of it is
 * read back before the manifest makes it a backup, so that an interrupted one never looks whole.
 *
 * @param waygate the version of this release
 * @throws BackupFault when another backup runs, or when what is read back differs
 */
export async function createBackup(
  parts: BackupParts,
  place: BackupPlace,
  waygate: string,
): Promise<Manifest> {
  const client = await parts.db.$client.connect();
  let failure: unknown;
  try {
    await requireBackupLock(client);
    const load = await selectLoad(client);
    if (load) throw new BackupFault(new LoadUnfinished(load).message);
    return await backUp(parts, client, place, waygate);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // A connection with an open transaction or the lock is of no use to others.
    if (failure === undefined) await client.query('select pg_advisory_unlock($1)', [BACKUP_LOCK]);
    client.release(failure !== undefined);
  }
}

async function requireBackupLock(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [
    BACKUP_LOCK,
  ]);
  if (!rows[0]?.isOurs) throw new BackupFault('Another backup of this portal runs.');
}

async function backUp(
  { db, storage, config }: BackupParts,
  client: pg.PoolClient,
  place: BackupPlace,
  waygate: string,
): Promise<Manifest> {
  const about = await beginSnapshot(client);
  const name = nameBackup(about.installationId, about.takenAt);
  // An older schema has no table for it: a backup before an update.
  const records = about.hasRecords ? db : undefined;
  if (records) await insertBackup(records, { name, place: describeBackupPlace(place) });
  try {
    const target = await openBackupPlace(place);
    const { leftOut, migrations } = about;
    const tables = await backUpTables(client, { target, name, tables: about.tables });
    const sequences = await selectSequences(
      client,
      tables.map((table) => table.name),
    );
    await client.query('commit');
    const files = await backUpFiles(openPortalFiles({ storage, dataDir: config.dataDir }), target, name);
    const { passphrase } = config.backup;
    const keys = passphrase === undefined ? null : await sealKeys(config, passphrase, name);
    const { postgres, installationId } = about;
    const takenAt = about.takenAt.toISOString();
    const known = { format: 1, name, takenAt, waygate, postgres, installationId, migrations } as const;
    const manifest: Manifest = { ...known, tables, sequences, files, leftOut, keys };
    await verifyBackup(target, manifest);
    await writeManifest(target, manifest);
    const size = { tableRows: rowsOf(manifest), bytes: sizeOf(manifest) };
    if (records) await updateBackupVerified(records, { name, ...size });
    return manifest;
  } catch (error) {
    // The name alone: messages may contain what was stored.
    const reason =
      error instanceof BackupFault ? error.message : error instanceof Error ? error.name : 'unknown';
    if (records) await updateBackupFailed(records, name, reason).catch(() => {});
    throw error;
  }
}

type Snapshot = {
  takenAt: Date;
  postgres: number;
  installationId: string;
  hasRecords: boolean;
  migrations: Manifest['migrations'];
  tables: CopiedTable[];
  leftOut: string[];
};

/** Everything that is read until the commit is of this moment. */
async function beginSnapshot(client: pg.PoolClient): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read, read only');
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local datestyle = 'ISO'; set local intervalstyle = 'postgres'`);
  const { rows } = await client.query<Omit<Snapshot, 'migrations' | 'tables' | 'leftOut'>>(
    `select now() as "takenAt", current_setting('server_version_num')::int as postgres,
       id as "installationId", to_regclass('public.backups') is not null as "hasRecords" from installation`,
  );
  const [snapshot] = rows;
  if (!snapshot) throw new BackupFault('This database is no portal.');
  // As pg_dump does: a migration waits until the backup has read everything.
  const migrations = await selectAppliedMigrations(client);
  const { tables, leftOut } = await divide(await selectCopiedTables(client), migrations);
  await client.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`);
  return { ...snapshot, migrations, tables, leftOut };
}

/** A restore makes what the migrations create, so nothing else can be put back. */
async function divide(
  tables: CopiedTable[],
  migrations: Manifest['migrations'],
): Promise<{ tables: CopiedTable[]; leftOut: string[] }> {
  // This release can't tell the tables of a newer one from those of other programs.
  if ((await findUnknownMigrations(migrations, MIGRATIONS)).length > 0) return { tables, leftOut: [] };
  return withoutForeign(await readKnownSchema(MIGRATIONS), tables);
}

async function backUpTables(
  client: pg.PoolClient,
  { target, name, tables }: { target: Storage; name: string; tables: CopiedTable[] },
): Promise<Manifest['tables']> {
  const backedUp: Manifest['tables'] = [];
  for (const table of tables) {
    const rows = readRows(client, table);
    const gzip = createGzip();
    rows.on('error', (error) => gzip.destroy(error));
    const parts = await writeParts(target, `${name}/${table.schema}.${table.name}.copy.gz`, rows.pipe(gzip));
    backedUp.push({ ...table, rows: rows.rowCount, parts });
  }
  return backedUp;
}

async function backUpFiles(files: PortalFiles, target: Storage, name: string): Promise<Manifest['files']> {
  const backedUp: Manifest['files'] = [];
  for await (const key of files.list()) {
    const file = await files.open(key);
    // Removed meanwhile, or no file.
    if (!file) continue;
    const parts = await writeParts(target, `${name}/files/${key}`, await file.read());
    backedUp.push({ key, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), parts });
  }
  return backedUp;
}

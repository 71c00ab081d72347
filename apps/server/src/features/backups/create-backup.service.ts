import { isDeepStrictEqual } from 'node:util';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { describeBackupPlace, type BackupPlace } from '#platform/config/backup-config.ts';
import { ADVISORY_LOCKS } from '#platform/db/advisory-locks.ts';
import {
  type CopiedTable,
  nameOf,
  readRows,
  selectCopiedTables,
  selectSequences,
} from '#platform/db/copy/copied-tables.ts';
import { LoadUnfinished, selectLoad } from '#platform/db/copy/unfinished-load.ts';
import { type Database, openConnection } from '#platform/db/database.ts';
import { findUnknownMigrations, selectAppliedMigrations } from '#platform/db/migrate.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import { openBackupPlace } from '#platform/storage/backup-storage.ts';
import type { OnDenied, Storage } from '#platform/storage/storage.ts';
import { BackupFault, reasonOf } from './backup-fault.ts';
import { forOwnBackups, nameBackup } from './backup-place.ts';
import { insertBackup, updateBackupFailed, updateBackupVerified } from './backups.queries.ts';
import { readKnownSchema, withoutForeign } from './known-schema.ts';
import { type Manifest, rowsOf, sizeOf, writeManifest } from './manifest.ts';
import { createPartWriter, type PartWriter } from './parts.ts';
import { openPortalFiles, type PortalFiles } from './portal-files.ts';
import { removeBackup, removeInterrupted } from './retention.service.ts';
import { sealKeys } from './sealed-keys.ts';
import { verifyBackup } from './verify-backup.service.ts';

export type BackupParts = {
  db: Database;
  storage: Storage;
  config: Pick<Config, 'dataDir' | 'twitch' | 'credentialKeys' | 'factorKeys' | 'backup'>;
  /** Called for each backup in the place that this user can't read or remove, such as one that root made. It is left alone. */
  onDenied?: OnDenied;
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
  const client = await openConnection(parts.db);
  try {
    await requireBackupLock(client);
    const load = await selectLoad(client);
    if (load) throw new BackupFault(new LoadUnfinished(load).message);
    return await backUp(parts, client, place, waygate);
  } finally {
    // The lock ends with the connection. By now there may be a backup, which a lost one doesn't undo.
    await client.end().catch(() => {});
  }
}

/** Why no backup begins while another one runs. An update of a later release reads it. */
export const OTHERS_BACKUP = 'Another backup of this portal runs.';

async function requireBackupLock(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [
    ADVISORY_LOCKS.backup,
  ]);
  if (!rows[0]?.isOurs) throw new BackupFault(OTHERS_BACKUP);
}

async function backUp(
  { db, storage, config, onDenied }: BackupParts,
  client: pg.ClientBase,
  place: BackupPlace,
  waygate: string,
): Promise<Manifest> {
  const about = await beginSnapshot(client);
  const name = nameBackup(about.installationId, about.takenAt);
  // An older schema has no table for it: a backup before an update.
  const records = about.hasRecords ? db : undefined;
  if (records) await insertBackup(records, { name, place: describeBackupPlace(place) });
  let target: Storage | undefined;
  let isWritten = false;
  try {
    target = await openBackupPlace(place, onDenied && forOwnBackups(onDenied, about.installationId));
    // Before this one, so that a place that is full of them gets room again.
    await removeInterrupted(target, { ...about, now: about.takenAt, onDenied });
    const writer = createPartWriter(target);
    const tables = await backUpTables(client, { writer, name, tables: about.tables });
    const sequences = await selectSequences(
      client,
      tables.map((table) => table.name),
    );
    await client.query('commit');
    const portalFiles = openPortalFiles({ storage, dataDir: config.dataDir });
    const { files, unplain } = await backUpFiles(portalFiles, writer, name);
    const { passphrase } = config.backup;
    const keys = passphrase === undefined ? null : await sealKeys(config, passphrase, name);
    const { postgres, installationId, migrations } = about;
    const takenAt = about.takenAt.toISOString();
    const known = { format: 1, name, takenAt, waygate, postgres, installationId, migrations } as const;
    const leftOut = [...about.leftOut, ...unplain];
    const manifest: Manifest = { ...known, tables, sequences, files, leftOut, keys };
    await verifyBackup(target, manifest);
    await writeManifest(target, manifest);
    isWritten = true;
    const size = { tableRows: rowsOf(manifest), bytes: sizeOf(manifest), hasKeys: keys !== null };
    if (records) await updateBackupVerified(records, { name, ...size });
    return manifest;
  } catch (error) {
    if (records) await updateBackupFailed(records, name, reasonOf(error)).catch(() => {});
    // What can't be removed now, another run removes a day later.
    if (target && !isWritten) await removeBackup(target, name).catch(() => {});
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

/**
 * Everything that is read until the commit is of one moment, which is after the locks: a migration that rewrites a table
 * after the moment would make it look empty. As with pg_dump, migrations wait until the backup has read everything.
 */
async function beginSnapshot(client: pg.ClientBase): Promise<Snapshot> {
  const listed = await selectCopiedTables(client);
  if (!listed.some(({ name }) => name === 'installation'))
    throw new BackupFault("This isn't a Waygate database.");
  const migrations = await selectAppliedMigrations(client);
  const { tables, leftOut } = await divide(listed, migrations);
  await client.query('begin isolation level repeatable read, read only');
  // Neither these nor the locks begin the snapshot.
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local datestyle = 'ISO'; set local intervalstyle = 'postgres'`);
  await client.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`);
  const { rows } = await client.query<
    Pick<Snapshot, 'takenAt' | 'postgres' | 'installationId' | 'hasRecords'>
  >(
    `select statement_timestamp() as "takenAt", current_setting('server_version_num')::int as postgres,
       id as "installationId", exists (select from pg_attribute
         where attrelid = to_regclass('public.backups') and attname = 'is_of_update') as "hasRecords"
     from installation`,
  );
  const [snapshot] = rows;
  if (!snapshot) throw new BackupFault("This isn't a Waygate database.");
  if (!isDeepStrictEqual(await selectCopiedTables(client), listed))
    throw new BackupFault('A migration ran when the backup began. Run the backup again.');
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
  client: pg.ClientBase,
  { writer, name, tables }: { writer: PartWriter; name: string; tables: CopiedTable[] },
): Promise<Manifest['tables']> {
  const backedUp: Manifest['tables'] = [];
  for (const table of tables) {
    const rows = readRows(client, table);
    const gzip = createGzip();
    rows.on('error', (error) => gzip.destroy(error));
    const parts = await writer.write(`${name}/${table.schema}.${table.name}.copy.gz`, rows.pipe(gzip));
    backedUp.push({ ...table, rows: rows.rowCount, parts });
  }
  return backedUp;
}

/** @returns with them the keys that no restore could put back */
async function backUpFiles(
  files: PortalFiles,
  writer: PartWriter,
  name: string,
): Promise<{ files: Manifest['files']; unplain: string[] }> {
  const backedUp: Manifest['files'] = [];
  const unplain: string[] = [];
  for await (const key of files.list()) {
    if (!files.holds(key)) {
      unplain.push(key);
      continue;
    }
    const file = await files.open(key);
    // Removed meanwhile, or no file.
    if (!file) continue;
    const parts = await writer.write(`${name}/files/${key}`, await file.read());
    backedUp.push({ key, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), parts });
  }
  return { files: backedUp, unplain };
}

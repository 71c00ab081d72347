import {
  checkBackup,
  findBackup,
  type Manifest,
  openKeys,
  rowsOf,
  tryRestore,
  updateRestoreTried,
} from '#features/backups/backups.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Task } from '#app/run-program.ts';
import { findPortal, readInstallationId } from './own-installation.ts';

/**
 * Tries a restore without replacing anything. Records it for the doctor if the rows were loaded and the keys, if any, opened.
 *
 * @param openPlace with the id of the portal that is here, if any
 * @throws BackupFault
 */
export async function checkRestore(
  program: Task,
  {
    openPlace,
    wanted,
    isOtherPortal,
  }: { openPlace: (ours?: string) => Promise<Storage>; wanted: string; isOtherPortal: boolean },
): Promise<void> {
  const { config, print, printResult } = program;
  const connection = await findPortal(program);
  const ours = connection && (await readInstallationId(connection));
  const place = await openPlace(ours);
  const found = await findBackup(place, wanted, isOtherPortal ? undefined : ours);
  print('Reading the backup and comparing its checksums.');
  const manifest = await checkBackup(place, found, MIGRATIONS);
  await readKeys(program, manifest);
  print('Loading it into a database that is removed afterwards.');
  const parts = { place, manifest, migrations: MIGRATIONS, interrupted: program.interrupted };
  const notLoaded = await tryRestore(config.dataDir, parts);
  const areKeysOpened = manifest.keys === null || config.backup.passphrase !== undefined;
  const isOurs = connection !== undefined && ours === manifest.installationId;
  const isProven = notLoaded === undefined && areKeysOpened;
  const isRecorded = isOurs && isProven;
  if (connection && isRecorded) await record(program, connection);
  const { name, takenAt, files } = manifest;
  const result = { name, takenAt, rows: rowsOf(manifest), files: files.length, isRecorded };
  if (printResult({ ...result, notLoaded: notLoaded ?? null })) return;
  const outcome = isProven ? 'can be restored' : 'was read';
  print(`${name}, as of ${takenAt}, ${outcome}: ${result.rows} rows and ${result.files} files.`);
  if (notLoaded !== undefined) print(`Its rows were only read and not loaded, because ${notLoaded}.`);
  if (!isOurs) print("The doctor doesn't know of it, because the backup's portal isn't here.");
  else if (!isProven) print('The doctor goes on asking for a check that loads the rows and opens the keys.');
}

/** @throws BackupFault for a wrong passphrase */
export async function readKeys({ config, print }: Task, manifest: Manifest): Promise<Record<string, string>> {
  if (!manifest.keys) return {};
  const { passphrase } = config.backup;
  if (passphrase !== undefined) return openKeys(manifest, passphrase);
  print('BACKUP_PASSPHRASE is not set, so the keys of the backup are not read.');
  return {};
}

async function record({ log, shutdown }: Task, connection: Connection): Promise<void> {
  const { db, close } = openDatabase({ connection, log });
  shutdown.add('the database pool', close);
  await updateRestoreTried(db);
}

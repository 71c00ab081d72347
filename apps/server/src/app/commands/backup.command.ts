import {
  type BackupParts,
  createBackup,
  forOwnBackups,
  isOwnBackup,
  listBackups,
  rowsOf,
  sizeOf,
  updateBackupSchedule,
} from '#features/backups/backups.ts';
import { type BackupPlace, describeBackupPlace, toBackupPlace } from '#platform/config/backup-config.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { reachDatabase } from '#app/open-database.ts';
import { readVersion } from '#platform/files/read-version.ts';
import { runTask, StartError, type Task } from '#app/run-program.ts';
import type { Arguments } from './command.ts';
import { sentencesOf } from './load-errors.ts';
import { findPortal, readInstallationId } from './own-installation.ts';
import { messageOf } from '#platform/errors/message-of.ts';
import { openBackupPlace } from '#platform/storage/backup-storage.ts';

const MIB = 2 ** 20;

export async function backup({ values }: Arguments): Promise<void> {
  const { to, list, json } = values;
  await runTask(
    (program) =>
      sentencesOf(async () => {
        if (values['end-schedule'] === true) return endSchedule(program);
        const place = requirePlace(program.config, typeof to === 'string' ? to : undefined);
        await (list === true ? listThem(program, place) : make(program, place));
      }),
    { isJson: json === true },
  );
}

/** @param ours the id of this portal; undefined: not known */
export function describeDenied(place: string, ours: string | undefined): string {
  const isOwn = isOwnBackup(place, ours);
  const advice = {
    true: 'It is a backup of this portal: give it to that user by chown -R.',
    false: 'It is a backup of another portal. To restore it, give it to that user by chown -R.',
    undefined: 'If it is a backup of this portal, give it to that user by chown -R.',
  }[`${isOwn}`];
  return `The portal's user can't read or remove ${place}, so it is left alone. ${advice}`;
}

/** @throws StartError when no place is named, or it can't be one */
export function requirePlace({ backup: { to, s3 } }: Config, named: string | undefined): BackupPlace {
  if (named === undefined && to) return to;
  if (named === undefined)
    throw new StartError('Name the place: set BACKUP_TO, or give a folder or s3://bucket/prefix.');
  const place = toBackupPlace(named, s3);
  if (place) return place;
  if (!named.startsWith('s3://'))
    throw new StartError(`${named} is no folder and no bucket such as s3://backups/portal.`);
  throw new StartError('A bucket needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.');
}

async function make(program: Task, place: BackupPlace): Promise<void> {
  const { config, print, printResult } = program;
  const denied: string[] = [];
  const parts = { ...(await openParts(program)), onDenied: (folder: string) => void denied.push(folder) };
  const made = await createBackup(parts, place, await readVersion());
  const bytes = sizeOf(made);
  const { name, takenAt, tables, files, leftOut = [], keys } = made;
  const where = describeBackupPlace(place);
  const result = {
    name,
    place: where,
    takenAt,
    tables: tables.length,
    rows: rowsOf(made),
    files: files.length,
    leftOut,
    denied,
  };
  if (printResult({ ...result, bytes, hasKeys: keys !== null, isVerified: true })) return;
  print(`Backed up and verified: ${name}, in ${where}.`);
  print(
    `${result.rows} rows of ${tables.length} tables, ${files.length} files, ${(bytes / MIB).toFixed(1)} MiB.`,
  );
  if (leftOut.length > 0) print(`Left out, because it isn't part of Waygate: ${leftOut.join(', ')}.`);
  for (const one of denied) print(describeDenied(one, made.installationId));
  if (!config.backup.passphrase) print('It holds no keys, because BACKUP_PASSPHRASE is not set.');
}

/** The database as it is: a backup before an update must not migrate it. */
async function openParts(program: Task): Promise<BackupParts> {
  const { config, log, shutdown } = program;
  const { db, close } = openDatabase({ connection: await reachDatabase(program), log });
  shutdown.add('the database pool', close);
  return { db, storage: await createStorage(config), config };
}

/** The next start of a worker with BACKUP_TO begins it again. */
async function endSchedule(program: Task): Promise<void> {
  const { db } = await openParts(program);
  await updateBackupSchedule(db, null);
  if (program.printResult({ endedSchedule: true })) return;
  program.print('No scheduled backups are expected any more, until a worker starts with BACKUP_TO.');
}

async function listThem(program: Task, place: BackupPlace): Promise<void> {
  const { print, printResult } = program;
  const denied: string[] = [];
  const found = await listBackups(
    await openBackupPlace(
      place,
      forOwnBackups((one) => void denied.push(one)),
    ),
  );
  const ours = denied.length > 0 ? await findOurs(program) : undefined;
  for (const one of denied) console.error(describeDenied(one, ours));
  const complete = found.filter(({ isComplete }) => isComplete);
  if (printResult(complete.map(({ name, madeAt }) => ({ name, madeAt })))) return;
  if (complete.length === 0) return print(`There is no backup in ${describeBackupPlace(place)}.`);
  for (const { name } of complete) print(name);
}

/** Undefined where no portal is, or its database is away: backups are listed all the same. */
async function findOurs(program: Task): Promise<string | undefined> {
  try {
    const connection = await findPortal(program);
    return connection && (await readInstallationId(connection));
  } catch (error) {
    console.error(
      `This portal's database can't be read, so it isn't known whose backups these are: ${messageOf(error)}`,
    );
    return undefined;
  }
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { createBackup } from '#features/backups/create-backup.service.ts';
import { openPortalFiles } from '#features/backups/portal-files.ts';
import { restoreBackup } from '#features/backups/restore.service.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import type { Parts } from '#app/parts.ts';
import type { BackupPlace } from '#platform/config/backup-config.ts';
import type { Connection } from '#platform/db/database.ts';
import { administrate, onDatabase } from './global-setup.ts';
import { openBackupPlace } from '#platform/storage/backup-storage.ts';

/** An empty folder, removed when the test ends. */
export async function useFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A database without anything in it, dropped when the test ends. */
export async function useEmptyDatabase(): Promise<Connection> {
  const server = inject('testServer');
  const name = `waygate_restored_${randomBytes(6).toString('hex')}`;
  await administrate(server, `create database ${name}`);
  onTestFinished(() => administrate(server, `drop database ${name} with (force)`));
  return onDatabase(server, name);
}

export async function backUp(parts: Parts, to?: BackupPlace) {
  const place = to ?? { kind: 'folder' as const, folder: await useFolder() };
  const manifest = await createBackup(parts, place, '1.2.3');
  return { place: await openBackupPlace(place), manifest };
}

/** Restores it, with the files of this portal's storage. @returns what was skipped */
export async function restoreTo(
  connection: Connection,
  { storage, config }: Pick<Parts, 'storage' | 'config'>,
  backup: Awaited<ReturnType<typeof backUp>>,
): Promise<string[]> {
  const files = openPortalFiles({ storage, dataDir: config.dataDir });
  const given = { connection, ...backup, files, migrations: MIGRATIONS, reconnectMs: 0 };
  return (await restoreBackup(given)).skipped;
}

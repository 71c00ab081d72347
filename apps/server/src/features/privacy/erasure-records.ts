import type { Config } from '#platform/config/config.ts';
import { openBackupPlace } from '#platform/storage/backup-storage.ts';
import { createDiskStorage } from '#platform/storage/disk-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';

/** That an account was erased, without personal data: its number, and the day of its registration in UTC, as `20260131`. */
export type ErasureRecord = { accountId: number; registeredOn: string };

/** Next to backups, where no backup's name begins so. */
const FOLDER = 'erasures';
const NAME = /^(\d+)-(\d{8})$/;

/**
 * Where records are: in DATA_DIR, and with the backups at BACKUP_TO. A restored backup doesn't know what was erased after it, so
 * it has to stand outside of the database.
 */
export async function openErasurePlaces({
  dataDir,
  backup,
}: Pick<Config, 'dataDir' | 'backup'>): Promise<Storage[]> {
  const local = createDiskStorage(dataDir, { isPrivate: true });
  return backup.to ? [local, await openBackupPlace(backup.to)] : [local];
}

/** Writes a record to every place. Writing it twice does no harm. @param installationId of the portal */
export async function writeErasureRecord(
  places: Storage[],
  installationId: string,
  { accountId, registeredOn }: ErasureRecord,
): Promise<void> {
  const key = `${FOLDER}/${installationId}/${accountId}-${registeredOn}`;
  for (const place of places)
    await place.put(key, Buffer.from(`${new Date().toISOString()}\n`), 'text/plain; charset=utf-8');
}

/** All records of a portal in these places, each once. */
export async function listErasureRecords(
  places: Storage[],
  installationId: string,
): Promise<ErasureRecord[]> {
  const found = new Map<string, ErasureRecord>();
  for (const place of places)
    for await (const key of place.list(`${FOLDER}/${installationId}`)) {
      const name = key.split('/').at(-1) ?? '';
      const [, accountId, registeredOn = ''] = NAME.exec(name) ?? [];
      if (accountId !== undefined) found.set(name, { accountId: Number(accountId), registeredOn });
    }
  return [...found.values()];
}

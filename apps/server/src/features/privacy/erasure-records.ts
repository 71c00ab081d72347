import type { Config } from '#platform/config/config.ts';
import { openBackupPlace } from '#platform/storage/backup-storage.ts';
import { createDiskStorage } from '#platform/storage/disk-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';

/** That an account was erased, without personal data. */
export type ErasureRecord = {
  accountId: number;
  /** What tells it from another account with the same number. */
  fingerprint: string;
  /** When its erasure began, in whole seconds since 1970. */
  begunAtSeconds: number;
};

/** Next to backups, where no backup's name begins so. */
const FOLDER = 'erasures';
const NAME = /^(\d{1,10})-([\da-f]{32})-(\d{10})$/;
/** The greatest number that an account can have. */
const MAX_ID = 2_147_483_647;

/**
 * Where records are: in DATA_DIR, and with the backups at BACKUP_TO. They must be kept outside the database, because a restored
 * backup doesn't know what was erased after it.
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
  record: ErasureRecord,
): Promise<void> {
  const key = `${FOLDER}/${installationId}/${nameOf(record)}`;
  const text = 'This account was deleted. If a restored backup brings it back, it is deleted again.\n';
  for (const place of places) await place.put(key, Buffer.from(text), 'text/plain; charset=utf-8');
}

/** All records of a portal in these places, each once. What isn't named like a record is none. */
export async function listErasureRecords(
  places: Storage[],
  installationId: string,
): Promise<ErasureRecord[]> {
  const found = new Map<string, ErasureRecord>();
  for (const place of places)
    for await (const key of place.list(`${FOLDER}/${installationId}`)) {
      const name = key.split('/').at(-1) ?? '';
      const [, accountId, fingerprint = '', begunAtSeconds] = NAME.exec(name) ?? [];
      if (accountId === undefined || Number(accountId) > MAX_ID) continue;
      const record = {
        accountId: Number(accountId),
        fingerprint,
        begunAtSeconds: Number(begunAtSeconds),
      };
      found.set(nameOf(record), record);
    }
  return [...found.values()];
}

/**
 * All records of a portal, for a restore from this place. DATA_DIR and BACKUP_TO get those that they lack: workers look there,
 * and the place may be another one.
 */
export async function collectErasureRecords(
  config: Pick<Config, 'dataDir' | 'backup'>,
  from: Storage,
  installationId: string,
): Promise<ErasureRecord[]> {
  const places = await openErasurePlaces(config);
  const found: ErasureRecord[][] = [];
  for (const place of [...places, from]) found.push(await listErasureRecords([place], installationId));
  const records = [...new Map(found.flat().map((record) => [nameOf(record), record])).values()];
  for (const [at, place] of places.entries()) {
    const kept = new Set(found[at]?.map(nameOf));
    for (const record of records)
      if (!kept.has(nameOf(record))) await writeErasureRecord([place], installationId, record);
  }
  return records;
}

function nameOf({ accountId, fingerprint, begunAtSeconds }: ErasureRecord): string {
  return `${accountId}-${fingerprint}-${begunAtSeconds}`;
}

import type { BackupPlace } from '#platform/config/backup-config.ts';
import { createDiskStorage } from './disk-storage.ts';
import type { OnDenied, Storage } from './storage.ts';

/**
 * The storage that holds backups, each in a folder of its name.
 *
 * @param onDenied leaves out folders that this user can't read, and is called for each; without it, listing fails there
 */
export async function openBackupPlace(place: BackupPlace, onDenied?: OnDenied): Promise<Storage> {
  if (place.kind === 'folder') return createDiskStorage(place.folder, { isPrivate: true, onDenied });
  // Imported on demand, because its client takes 20 MB of memory.
  const { createS3Storage } = await import('./s3-storage.ts');
  return below(createS3Storage(place.s3), place.prefix);
}

/** The part of a storage whose keys begin with this prefix. */
function below(storage: Storage, prefix: string): Storage {
  return {
    put: (key, ...rest) => storage.put(prefix + key, ...rest),
    putStream: (key, ...rest) => storage.putStream(prefix + key, ...rest),
    open: (key) => storage.open(prefix + key),
    remove: (key) => storage.remove(prefix + key),
    list: (folder) => listBelow(storage, prefix, folder),
  };
}

async function* listBelow(storage: Storage, prefix: string, folder: string): AsyncGenerator<string> {
  const listed = storage.list((prefix + folder).replace(/\/$/, ''));
  for await (const key of listed) yield key.slice(prefix.length);
}

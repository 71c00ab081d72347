import { isDenied } from '#platform/storage/disk-storage.ts';
import type { OnDenied, Storage } from '#platform/storage/storage.ts';
import { type FoundBackup, listBackups } from './backup-place.ts';
import { removeManifest } from './manifest.ts';
import { chooseRemovable } from './retention.rules.ts';

const INTERRUPTED_MS = 86_400_000;

type Asked = {
  installationId: string;
  /** On the database's clock, as the names of backups are. */
  now: Date;
  /** Called for what this user may not remove, which stays. */
  onDenied?: OnDenied | undefined;
};

/**
 * Removes this portal's backups that are too many. Others in the same place stay.
 *
 * @param kept names of backups that stay, however old
 * @returns the names of those that were removed
 */
export async function removeOldBackups(
  place: Storage,
  { installationId, now, onDenied, kept }: Asked & { kept: string[] },
): Promise<string[]> {
  const ours = await listOurs(place, installationId, { isComplete: true });
  return removeAll(place, chooseRemovable(ours, { now, kept }), onDenied);
}

/** Removes what this portal's backups left that were interrupted more than a day ago. */
export async function removeInterrupted(
  place: Storage,
  { installationId, now, onDenied }: Asked,
): Promise<void> {
  const interrupted = await listOurs(place, installationId, { isComplete: false });
  const old = interrupted.filter(({ madeAt }) => now.getTime() - madeAt.getTime() > INTERRUPTED_MS);
  await removeAll(place, old, onDenied);
}

/** @returns the names of those that this user could remove */
async function removeAll(place: Storage, backups: FoundBackup[], onDenied?: OnDenied): Promise<string[]> {
  const removed: string[] = [];
  for (const { name } of backups)
    try {
      await removeBackup(place, name);
      removed.push(name);
    } catch (error) {
      if (!onDenied || !isDenied(error)) throw error;
      onDenied(name);
    }
  return removed;
}

async function listOurs(
  place: Storage,
  installationId: string,
  { isComplete }: { isComplete: boolean },
): Promise<FoundBackup[]> {
  const found = await listBackups(place);
  return found.filter(
    (backup) => backup.isComplete === isComplete && installationId.startsWith(backup.installation),
  );
}

/** Removes a backup, complete or not. */
export async function removeBackup(place: Storage, name: string): Promise<void> {
  await removeManifest(place, name);
  const keys: string[] = [];
  for await (const key of place.list(name)) keys.push(key);
  for (const key of keys) await place.remove(key);
}

import type { Storage } from '#platform/storage/storage.ts';
import { type FoundBackup, listBackups } from './backup-place.ts';
import { removeManifest } from './manifest.ts';
import { chooseRemovable } from './retention.rules.ts';

const INTERRUPTED_MS = 86_400_000;

/**
 * Removes this portal's backups that are too many. Others in the same place stay.
 *
 * @returns their names
 */
export async function removeOldBackups(
  place: Storage,
  { installationId }: { installationId: string },
): Promise<string[]> {
  const removable = chooseRemovable(await listOurs(place, installationId, { isComplete: true }));
  for (const { name } of removable) await removeBackup(place, name);
  return removable.map(({ name }) => name);
}

/** Removes what this portal's backups left that were interrupted more than a day ago. */
export async function removeInterrupted(place: Storage, installationId: string, now: Date): Promise<void> {
  for (const { name, madeAt } of await listOurs(place, installationId, { isComplete: false }))
    if (now.getTime() - madeAt.getTime() > INTERRUPTED_MS) await removeBackup(place, name);
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

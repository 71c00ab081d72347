import type { Storage } from '#platform/storage/storage.ts';
import { listBackups } from './backup-place.ts';
import { removeManifest } from './manifest.ts';
import { chooseRemovable } from './retention.rules.ts';

const INTERRUPTED_MS = 86_400_000;

/**
 * Removes this portal's backups that are too many, and those that were interrupted more than a day ago. Others in the same
 * place stay.
 *
 * @returns the names of complete backups that were removed
 */
export async function removeOldBackups(
  place: Storage,
  { installationId, now }: { installationId: string; now: Date },
): Promise<string[]> {
  const ours = (await listBackups(place)).filter(({ installation }) =>
    installationId.startsWith(installation),
  );
  const complete = ours.filter(({ isComplete }) => isComplete);
  const removable = chooseRemovable(complete);
  const interrupted = ours.filter(
    ({ isComplete, madeAt }) => !isComplete && now.getTime() - madeAt.getTime() > INTERRUPTED_MS,
  );
  for (const { name, keys } of [...removable, ...interrupted]) {
    await removeManifest(place, name);
    for (const key of keys) await place.remove(key);
  }
  return removable.map(({ name }) => name);
}

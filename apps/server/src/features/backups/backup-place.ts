import type { OnDenied, Storage } from '#platform/storage/storage.ts';
import { BackupFault } from './backup-fault.ts';

const NAME = /^waygate-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** A backup's name says whose it is and when it was made. It sorts by time. */
export type BackupName = { name: string; installation: string; madeAt: Date };

/** @param installationId a UUID; its beginning tells the backups of two portals in one place apart */
export function nameBackup(installationId: string, now: Date): string {
  return `waygate-${installationId.slice(0, 8)}-${now.toISOString().replaceAll(/[-:.]/g, '')}`;
}

/** Undefined: this names no backup. */
export function parseBackupName(name: string): BackupName | undefined {
  const [, installation, year, month, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
  if (installation === undefined) return undefined;
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return { name, installation, madeAt };
}

/**
 * Leaves out what isn't a backup, such as lost+found, and backups of other portals, which share the place.
 *
 * @param installationId undefined: not known, so every backup is reported
 */
export function forOwnBackups(onDenied: OnDenied, installationId?: string): OnDenied {
  return (place) => {
    if (backupIn(place) && isOwnBackup(place, installationId) !== false) onDenied(place);
  };
}

/**
 * Whether this is in a backup of the portal.
 *
 * @param installationId undefined: not known, and so is the answer
 */
export function isOwnBackup(place: string, installationId: string | undefined): boolean | undefined {
  const backup = backupIn(place);
  return backup && installationId?.startsWith(backup.installation);
}

function backupIn(place: string): BackupName | undefined {
  return place
    .split('/')
    .map(parseBackupName)
    .find((parsed) => parsed !== undefined);
}

export type FoundBackup = BackupName & { isComplete: boolean };

/** Every backup of the place, oldest first, with those that were interrupted. */
export async function listBackups(place: Storage): Promise<FoundBackup[]> {
  const found = new Map<string, FoundBackup>();
  for await (const key of place.list('')) {
    const parsed = parseBackupName(key.split('/')[0] ?? '');
    if (!parsed) continue;
    const backup = found.get(parsed.name) ?? { ...parsed, isComplete: false };
    found.set(parsed.name, {
      ...backup,
      isComplete: backup.isComplete || key === `${parsed.name}/manifest.json`,
    });
  }
  return [...found.values()].toSorted((a, b) => (a.name.slice(17) < b.name.slice(17) ? -1 : 1));
}

/**
 * @param wanted a name; 'latest' is the newest one
 * @param installationId of the portal that the backup replaces; undefined: a backup of any portal may be restored
 * @throws BackupFault when the place has no such complete backup, or it isn't clear of which portal 'latest' is
 */
export async function findBackup(place: Storage, wanted: string, installationId?: string): Promise<string> {
  const complete = (await listBackups(place)).filter(({ isComplete }) => isComplete);
  const ours = complete.filter(({ installation }) => installationId?.startsWith(installation) ?? true);
  const found = wanted === 'latest' ? ours.at(-1) : complete.find(({ name }) => name === wanted);
  const known = complete.map(({ name }) => name).join(', ');
  if (!found)
    throw new BackupFault(
      known === ''
        ? 'There is no complete backup in this place.'
        : `There is no complete backup ${wanted}${wanted === 'latest' ? ' of this portal' : ''}. There are: ${known}.`,
    );
  if (!ours.includes(found))
    throw new BackupFault(
      `${found.name} is a backup of another portal. To restore it anyway, add --other-portal.`,
    );
  if (wanted === 'latest' && new Set(ours.map(({ installation }) => installation)).size > 1)
    throw new BackupFault(`There are backups of several portals. Name one of these: ${known}.`);
  return found.name;
}

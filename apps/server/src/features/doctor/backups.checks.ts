import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  type BackupState,
  parseBackupName,
  selectBackupState,
  selectInstallationId,
} from '#features/backups/backups.ts';
import type { Config } from '#platform/config/config.ts';
import { type Reach, whenReached } from './database.checks.ts';
import { findOwner, findPortalUser } from '#platform/runtime/portal-user.ts';
import { type Check, type Observation, ok, problem, skipped, warning } from './finding.ts';

const HOUR_SECONDS = 3600;
const TOLERATED_RUNS = 2;
const TRIED_WITHIN_DAYS = 90;

export function backupChecks(reach: Reach, config: Config | undefined): Check[] {
  return [
    {
      name: 'backups',
      run: whenReached(reach, async ({ db }) => {
        const state = await selectBackupState(db);
        const newest = observeBackups(state, {
          isPublic: config?.mode === 'public',
          hasPassphrase: config?.backup.passphrase !== undefined,
        });
        return [
          newest,
          ...observeRestoreTries(state),
          ...(await checkFolder(config, await selectInstallationId(db))),
        ];
      }),
    },
  ];
}

/** A backup that was never restored is a hope. */
export function observeRestoreTries({
  ageSeconds,
  restoreTriedDaysAgo: days,
}: Pick<BackupState, 'ageSeconds' | 'restoreTriedDaysAgo'>): Observation[] {
  if (ageSeconds === null || (days !== null && days <= TRIED_WITHIN_DAYS)) return [];
  return [
    warning({
      what:
        days === null
          ? 'No restore has been tried.'
          : `No restore has been tried for ${Math.floor(days)} days.`,
      why: 'Only a restore shows that passphrase, place and backup are right.',
      fix: 'waygate restore latest --check',
    }),
  ];
}

/** Backups that the worker can't read, list or remove, such as one that root made. Those of other portals are no concern. */
async function checkFolder(
  config: Config | undefined,
  installationId: string | undefined,
): Promise<Observation[]> {
  if (installationId === undefined || config?.backup.to?.kind !== 'folder') return [];
  const { folder } = config.backup.to;
  const user = await findPortalUser(config);
  const names = (await readdir(folder).catch(() => [])).filter((name) => {
    const backup = parseBackupName(name);
    return backup !== undefined && installationId.startsWith(backup.installation);
  });
  const denied: string[] = [];
  for (const name of names) {
    const place = path.join(folder, name);
    // Root may do everything, so its own look says nothing about the portal's user.
    const isUsable = user
      ? (await findOwner(place))?.uid === user.uid
      : await access(place, constants.R_OK | constants.W_OK | constants.X_OK).then(
          () => true,
          () => false,
        );
    if (!isUsable) denied.push(place);
  }
  if (denied.length === 0) return [];
  return [
    warning({
      what: `The portal's user can't read or remove ${denied.join(', ')}.`,
      why: "They aren't listed, and are never removed.",
      fix: `chown -R ${user ? `${user.uid}:${user.gid}` : "<the portal's user>"} ${denied.join(' ')}`,
    }),
  ];
}

export function observeBackups(
  { everySeconds, ageSeconds, place, hasKeys, failure }: BackupState,
  { isPublic, hasPassphrase }: { isPublic: boolean; hasPassphrase: boolean },
): Observation {
  const newest =
    ageSeconds === null
      ? 'There is no verified backup.'
      : `The newest verified backup is ${hoursOf(ageSeconds)} old, in ${place}.`;
  if (everySeconds === null) {
    if (!isPublic) return skipped(`${newest} BACKUP_TO is not set.`);
    const why = 'If this machine is lost, so are accounts, orders and coins.';
    return warning({ what: `${newest} BACKUP_TO is not set.`, why, fix: 'BACKUP_TO=s3://bucket/portal' });
  }
  if (ageSeconds === null || ageSeconds > everySeconds * TOLERATED_RUNS)
    return problem({
      what: `${newest}${failure === null ? '' : ` The last run failed: ${failure}`}`,
      why: `One is due every ${hoursOf(everySeconds)}.`,
      fix: 'Check whether a worker runs with BACKUP_TO and can write there, then: waygate backup. To expect none any more: waygate backup --end-schedule',
    });
  if (!hasPassphrase || hasKeys === false)
    return warning({
      what: `${newest} It holds no keys.`,
      why: 'Without them, streamers have to link again, and game passwords that wait for a bridge are lost.',
      fix: hasPassphrase
        ? 'Let the worker that makes backups have the DATA_DIR or the variables with the keys.'
        : 'Set BACKUP_PASSPHRASE, and keep it elsewhere.',
    });
  return ok(newest);
}

function hoursOf(seconds: number): string {
  return `${(seconds / HOUR_SECONDS).toFixed(1)} h`;
}

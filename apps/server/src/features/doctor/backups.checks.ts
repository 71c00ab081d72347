import { type BackupState, selectBackupState } from '#features/backups/backups.ts';
import type { Config } from '#platform/config/config.ts';
import { type Reach, whenReached } from './database.checks.ts';
import { type Check, type Observation, ok, problem, skipped, warning } from './finding.ts';

const HOUR_SECONDS = 3600;
const TOLERATED_RUNS = 2;

export function backupChecks(reach: Reach, config: Config | undefined): Check[] {
  return [
    {
      name: 'backups',
      run: whenReached(reach, async ({ db }) => [
        observeBackups(await selectBackupState(db), {
          isPublic: config?.mode === 'public',
          hasPassphrase: config?.backup.passphrase !== undefined,
        }),
      ]),
    },
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
      fix: 'Check whether a worker runs and can write to BACKUP_TO, then: waygate backup',
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

import * as z from 'zod';
import { describeBackupPlace } from '#platform/config/backup-config.ts';
import { defineJob, type JobHandler, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import {
  deleteOldBackupRecords,
  selectBackupsOfUpdates,
  selectIsBackupDue,
  updateBackupSchedule,
} from './backups.queries.ts';
import type { BackupParts } from './create-backup.service.ts';
import { openBackupPlace } from '#platform/storage/backup-storage.ts';

export { observeBackups } from './backup-metrics.ts';

/** Runs often, and does something once BACKUP_EVERY has passed. The next run tries again what failed. */
export const createBackupJob = defineJob({
  name: 'backups.create',
  payload: z.object({}),
  retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
  expireSeconds: 6 * 3600,
});

type MakerParts = BackupParts & { log: Logger; readVersion: () => Promise<string> };

export async function workOnBackups(parts: MakerParts & { jobs: Jobs }): Promise<void> {
  const { to, everySeconds } = parts.config.backup;
  // Without BACKUP_TO, another worker's schedule stays. `waygate backup --end-schedule` ends it.
  if (to) await updateBackupSchedule(parts.db, { everySeconds, place: describeBackupPlace(to) });
  await parts.jobs.work(createBackupJob, createBackupMaker(parts));
}

export function createBackupMaker(parts: MakerParts): JobHandler<object> {
  return async () => {
    const { db, log, config, readVersion } = parts;
    const { to, everySeconds } = config.backup;
    if (!to || !(await selectIsBackupDue(db, { everySeconds, place: describeBackupPlace(to) }))) return;
    // Imported on demand: most processes never make one.
    const { createBackup, forOwnBackups, removeOldBackups } = await import('./backups.ts');
    const denied = new Set<string>();
    const onDenied = (place: string) => void denied.add(place);
    const made = await createBackup({ ...parts, onDenied }, to, await readVersion());
    const { name, installationId, takenAt, leftOut = [] } = made;
    const removed = await removeOldBackups(
      await openBackupPlace(to, forOwnBackups(onDenied, installationId)),
      {
        installationId,
        now: new Date(takenAt),
        kept: await selectBackupsOfUpdates(db),
        onDenied,
      },
    );
    await deleteOldBackupRecords(db);
    log.info({ backup: name, removed }, 'the portal was backed up');
    if (denied.size > 0)
      log.warn(
        { denied: [...denied] },
        "some backups belong to another user, so they can't be read or removed",
      );
    if (leftOut.length > 0)
      log.warn({ backup: name, leftOut }, "the backup lacks what isn't part of Waygate");
  };
}

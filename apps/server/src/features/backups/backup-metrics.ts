import type { Db } from '#platform/db/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { selectBackupState } from './backups.queries.ts';

export function observeBackups(metrics: Metrics, db: Db): void {
  metrics.gauge(
    'waygate_backup_age_seconds',
    'Time since the newest verified backup began. NaN: there is none.',
    async () => (await selectBackupState(db)).ageSeconds ?? Number.NaN,
  );
}

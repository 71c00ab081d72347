import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { OVERDUE_COUNT } from './backups.queries.ts';

export const BACKUP_ALERTS: AlertCondition[] = [
  {
    name: 'backup_too_old',
    title: 'Backup too old',
    count: OVERDUE_COUNT,
    describe: () => 'The newest verified backup is older than twice BACKUP_EVERY.',
    advice:
      "Look for 'job failed' with 'backups.create' in the worker's log, and whether BACKUP_TO has space and can be written. 'waygate backup' makes one now. If nothing is to be backed up any more: waygate backup --end-schedule.",
    page: 'alerts',
    raiseAfterMinutes: 15,
    clearAfterMinutes: 0,
  },
];

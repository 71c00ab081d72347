// Backups of a running portal, and what restores them.
export { BackupFault } from './backup-fault.ts';
export { findBackup, forOwnBackups, isOwnBackup, listBackups, parseBackupName } from './backup-place.ts';
export {
  type BackupState,
  selectBackupState,
  selectInstallationId,
  updateBackupOfUpdate,
  updateBackupSchedule,
  updateRestoreTried,
} from './backups.queries.ts';
export { type BackupParts, createBackup, OTHERS_BACKUP } from './create-backup.service.ts';
export { findForeign, readKnownSchema } from './known-schema.ts';
export { type Manifest, rowsOf, sizeOf } from './manifest.ts';
export { cancelMove, moveDatabase } from './move.service.ts';
export { openPortalFiles } from './portal-files.ts';
export { checkBackup, restoreBackup } from './restore.service.ts';
export { removeOldBackups } from './retention.service.ts';
export { tryRestore } from './try-restore.service.ts';
export { openKeys, type RestoredKeys, restoreKeys } from './sealed-keys.ts';

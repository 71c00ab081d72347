export { type AuditRow, auditEntries } from './audit.tables.ts';
export { type Staff, changedFields, recordAudit } from './record-audit.ts';
export { lockEditableAccount, lockStaffAndAccount, requireSection } from './staff-rights.ts';

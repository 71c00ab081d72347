// Writes by staff: rights checked under lock, each with its entry in the audit log.
export { type AuditRow, auditEntries } from './audit.tables.ts';
export { type Staff, changedFields, recordAudit } from './record-audit.ts';
export { lockEditableAccount, lockStaffAndAccount, requireSection } from './staff-rights.ts';

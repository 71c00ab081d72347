// Writes by staff: rights checked under lock, each with its entry in the audit log.
export { asStaff, asStaffInTransaction, requireRight, type StaffRight } from './as-staff.ts';
export { insertAuditEntries } from './audit.queries.ts';
export { type AuditRow, auditEntries } from './audit.tables.ts';
export {
  createReadTraced,
  getTracedAccount,
  type ReadTraced,
  traceRecord,
  traceRows,
} from './bulk-reading.ts';
export { createExportSlots, endingWith } from './export-slots.ts';
export { allAtOnce, byPages, createExportList, type ExportList } from './export-list.ts';
export {
  type BudgetOfToday,
  selectBudgetsOfToday,
  updateBudgetUseReturned,
  upsertNoBudgets,
} from './budget-use.queries.ts';
export { audited, auditedAll, auditedThen, type Outcome, unchanged } from './outcome.ts';
export { requireOtherOrOwner } from './own-account.ts';
export { type AccountAction, type AuditAction, type Staff, changedFields } from './record-audit.ts';
export { type Spending, spendingOfGrant, sumOfSpending } from './spend-budget.ts';

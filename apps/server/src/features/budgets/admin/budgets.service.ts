import { budgetText } from '@waygate/contract/budgets/budget-text';
import {
  BUDGET_KINDS,
  type BudgetDefaults,
  type BudgetDefaultsUpdate,
  type BudgetRaise,
  type StaffBudget,
  type StaffBudgetUpdate,
} from '@waygate/contract/budgets/budgets.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, editConflict, invalid, notFound } from '#platform/errors/app-error.ts';
import { presentDefaults, presentStaffBudget } from './budgets.presenter.ts';
import {
  type OwnLimits,
  replaceRaises,
  selectDefaultsLocked,
  selectStaffBudget,
  updateDefaults,
  upsertStaffBudget,
} from './budgets.queries.ts';

/**
 * Changes the limits of all staff without limits of their own.
 *
 * @throws what `asStaff` throws; editConflict
 */
export function changeDefaults(
  db: Database,
  staff: Staff,
  { revision, reason, ...limits }: BudgetDefaultsUpdate,
): Promise<BudgetDefaults> {
  return asStaff(db, staff, { section: 'owner' }, async ({ tx }) => {
    const { revision: current, ...was } = await selectDefaultsLocked(tx);
    if (revision !== current) throw editConflict(presentDefaults({ ...was, revision: current }));
    const changes = changedFields(was, limits);
    if (isEmpty(changes.after)) return unchanged({ ...was, revision });
    const saved = presentDefaults(await updateDefaults(tx, limits));
    return audited({ kind: 'budget.update_defaults', target: 'defaults', ...changes, reason }, saved);
  });
}

type OfAccount<Change> = Change & { accountId: number };

/**
 * Changes a staff member's own limits per day.
 *
 * @throws what `asStaff` throws; notFound for an account that is no staff; conflict for an owner; editConflict
 */
export function changeBudget(
  db: Database,
  staff: Staff,
  { accountId, revision, reason, ...limits }: OfAccount<StaffBudgetUpdate>,
): Promise<StaffBudget> {
  return asStaff(db, staff, { section: 'owner', accountId }, async ({ tx }) => {
    const was = await getLimited(tx, { accountId, revision });
    const changes = changedFields(was.limits, limits);
    if (isEmpty(changes.after)) return unchanged(was);
    await upsertStaffBudget(tx, accountId, limits);
    const saved = await getBudget(tx, accountId);
    return audited({ kind: 'budget.update', target: accountId, ...changes, reason }, saved);
  });
}

/**
 * Raises a staff member's limits until the end of the day, or takes a raise back.
 *
 * @throws what `changeBudget` throws; editConflict too when the form is of another day; invalid for a limit that is not
 *   above the usual one
 */
export function raiseBudget(
  db: Database,
  staff: Staff,
  { accountId, revision, day, reason, ...raised }: OfAccount<BudgetRaise>,
): Promise<StaffBudget> {
  return asStaff(db, staff, { section: 'owner', accountId }, async ({ tx }) => {
    const was = await getLimited(tx, { accountId, revision });
    if (day !== was.day) throw editConflict(was);
    requireRaise(was, raised);
    const changes = changedFields(was.raised, raised);
    if (isEmpty(changes.after)) return unchanged(was);
    await replaceRaises(tx, accountId, raised);
    await upsertStaffBudget(tx, accountId, was.limits);
    const saved = await getBudget(tx, accountId);
    return audited({ kind: 'budget.raise', target: accountId, ...changes, reason }, saved);
  });
}

/** The account's lock keeps everybody else's edits away. */
async function getLimited(
  tx: Transaction,
  { accountId, revision }: { accountId: number; revision: number },
): Promise<StaffBudget> {
  const row = await selectStaffBudget(tx, accountId);
  if (!row) throw notFound('This account is not staff.');
  if (isOwner(row)) throw conflict('Owners have no limit.');
  const budget = presentStaffBudget(row);
  if (revision !== budget.revision) throw editConflict(budget);
  return budget;
}

async function getBudget(tx: Transaction, accountId: number): Promise<StaffBudget> {
  const row = await selectStaffBudget(tx, accountId);
  if (!row) throw new Error(`Account ${accountId} is not staff any more, under its lock.`);
  return presentStaffBudget(row);
}

function requireRaise({ limits, defaults }: StaffBudget, raised: OwnLimits): void {
  const faults = BUDGET_KINDS.flatMap((kind) => {
    const usual = limits[kind] ?? defaults[kind];
    if (raised[kind] === null || raised[kind] > usual) return [];
    return [[kind, `Give more than the usual limit of ${budgetText(kind, usual)}, or nothing.`]];
  });
  const [first] = faults;
  if (first) throw invalid(String(first[1]), Object.fromEntries(faults));
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}

import { budgetText } from '@waygate/contract/budgets/budget-text';
import {
  BUDGET_KINDS,
  BUDGET_LABELS,
  BUDGET_MAX,
  type BudgetDefaults,
  type BudgetKind,
  type StaffBudget,
} from '@waygate/contract/budgets/budgets.schemas';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { reasonFault } from '#features/admin/records/reason.ts';
import type { Fault } from '#features/admin/records/use-form.ts';

type Amounts = Record<BudgetKind, number | null>;

/** Limits as typed, refunds in euro; '' for none. */
export type BudgetForm = Record<BudgetKind, string> & { reason: string };

/** The form of a staff member's own limits. */
export function limitsFormOf({ limits }: StaffBudget): BudgetForm {
  return formOf(limits);
}

/** The form of the limits that are raised today. */
export function raiseFormOf({ raised }: StaffBudget): BudgetForm {
  return formOf(raised);
}

export function defaultsFormOf(defaults: BudgetDefaults): BudgetForm {
  return formOf(defaults);
}

function formOf(amounts: Amounts): BudgetForm {
  return { ...perKind((kind) => typedAmount(kind, amounts[kind])), reason: '' };
}

function typedAmount(kind: BudgetKind, amount: number | null): string {
  if (amount === null) return '';
  return kind === 'refunds' ? String(amount / 100) : String(amount);
}

/** The form's limits in whole coins, packs, items and cents; null where none was typed. */
export function amountsOf(form: BudgetForm): Amounts {
  return perKind((kind) => amountIn(kind, form[kind]) ?? null);
}

/** The form's limits, all of which were typed. */
export function defaultsOf(form: BudgetForm): Record<BudgetKind, number> {
  return perKind((kind) => amountIn(kind, form[kind]) ?? 0);
}

export function bodyReasonOf({ reason }: BudgetForm): { reason: string } {
  return { reason: inOneLine(reason) };
}

/** Undefined for what is no amount. */
function amountIn(kind: BudgetKind, text: string): number | undefined {
  const typed = text.trim().replace(',', '.');
  const pattern = kind === 'refunds' ? /^\d{1,8}(\.\d{1,2})?$/ : /^\d{1,10}$/;
  if (!pattern.test(typed)) return undefined;
  const amount = kind === 'refunds' ? Math.round(Number(typed) * 100) : Number(typed);
  return amount <= BUDGET_MAX ? amount : undefined;
}

/** Why the limits can't be saved; undefined when they can. A blank limit means the usual one. */
export function findBudgetFault(form: BudgetForm): Fault | undefined {
  return faultIn(form, ({ kind, text }) => text.trim() === '' || amountIn(kind, text) !== undefined);
}

/** Why the default limits can't be saved: none may be blank. */
export function findDefaultsFault(form: BudgetForm): Fault | undefined {
  return faultIn(form, ({ kind, text }) => amountIn(kind, text) !== undefined);
}

function faultIn(
  form: BudgetForm,
  isValid: (typed: { kind: BudgetKind; text: string }) => boolean,
): Fault | undefined {
  const wrong = BUDGET_KINDS.filter((kind) => !isValid({ kind, text: form[kind] }));
  const fields = wrong.map((kind) => [kind, messageFor(kind)]);
  const reason = reasonFault(form.reason);
  if (reason) fields.push(['reason', reason]);
  const [first] = fields;
  return first && { message: String(first[1]), fields: Object.fromEntries(fields) };
}

function messageFor(kind: BudgetKind): string {
  return `Please give a limit from ${budgetText(kind, 0)} to ${budgetText(kind, BUDGET_MAX)}.`;
}

/** What a conflict shows of both versions. */
export const COMPARED_BUDGETS: ConflictField<BudgetForm>[] = BUDGET_KINDS.map((kind) => ({
  label: BUDGET_LABELS[kind],
  value: (form) => form[kind] || 'None',
}));

function perKind<Value>(valueOf: (kind: BudgetKind) => Value): Record<BudgetKind, Value> {
  // An entry for each kind.
  return Object.fromEntries(BUDGET_KINDS.map((kind) => [kind, valueOf(kind)])) as Record<BudgetKind, Value>;
}

import {
  BUDGET_KINDS,
  type BudgetDefaults,
  type BudgetKind,
  type OwnBudgets,
  type StaffBudget,
} from '@waygate/contract/budgets/budgets.schemas';
import { isOwner } from '@waygate/contract/ranks';
import type { BudgetOfToday } from '#features/staff/staff.ts';
import type { DefaultsRow, StaffBudgetRow } from './budgets.queries.ts';

/** @param hasNoLimit for owners */
export function presentToday(budgets: BudgetOfToday[], hasNoLimit: boolean): OwnBudgets {
  const [first] = budgets;
  if (!first) throw new Error('There are no budgets.');
  const today = perKind(budgets, ({ limit, used }) => ({ limit: hasNoLimit ? null : limit, used }));
  return { day: first.day, today };
}

export function presentStaffBudget(row: StaffBudgetRow): StaffBudget {
  const { accountId, userName, limits, defaults, budgets, revision } = row;
  return {
    accountDBID: accountId,
    userName,
    limits,
    defaults,
    raised: perKind(budgets, ({ raisedTo }) => raisedTo),
    ...presentToday(budgets, isOwner(row)),
    revision,
  };
}

export function presentDefaults({ coins, packs, items, refunds, revision }: DefaultsRow): BudgetDefaults {
  return { coins, packs, items, refunds, revision };
}

function perKind<Budget extends { kind: BudgetKind }, Value>(
  budgets: Budget[],
  valueOf: (budget: Budget) => Value,
): Record<BudgetKind, Value> {
  const entries = BUDGET_KINDS.map((kind) => {
    const budget = budgets.find((each) => each.kind === kind);
    if (!budget) throw new Error(`There is no budget of ${kind}.`);
    return [kind, valueOf(budget)];
  });
  // An entry for each kind.
  return Object.fromEntries(entries) as Record<BudgetKind, Value>;
}

import { budgetText } from '@waygate/contract/budgets/budget-text';
import { raiseBudget } from '@waygate/contract/budgets/budgets.endpoints';
import type { BudgetKind, StaffBudget } from '@waygate/contract/budgets/budgets.schemas';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { amountsOf, bodyReasonOf, findBudgetFault, raiseFormOf } from './budget-form.rules.ts';
import { BUDGET_KEYS } from './budget-keys.ts';
import { BudgetDialog } from './BudgetDialog.tsx';

/** Raises a staff member's limits until the end of the day. */
export function RaiseDialog({ budget, onClose }: { budget: StaffBudget; onClose: () => void }) {
  const editing = useRecordForm({
    endpoint: raiseBudget,
    record: budget,
    params: { accountDBID: String(budget.accountDBID) },
    toForm: raiseFormOf,
    toBody: (form, { revision, day }) => ({ ...amountsOf(form), ...bodyReasonOf(form), revision, day }),
    validate: findBudgetFault,
    success: 'Budgets raised for today.',
    failure: "The budgets couldn't be raised.",
    invalidates: BUDGET_KEYS,
    onSuccess: onClose,
  });
  return (
    <BudgetDialog
      title={`Raise budgets of ${budget.userName} for today`}
      intro="Today’s limits, until midnight UTC. Leave a field blank to keep the usual limit."
      editing={editing}
      hintOf={(kind) => usualText(editing.record, kind)}
      onClose={onClose}
    />
  );
}

function usualText({ limits, defaults, today }: StaffBudget, kind: BudgetKind): string {
  const usual = budgetText(kind, limits[kind] ?? defaults[kind]);
  return `Usual limit: ${usual}. Used today: ${budgetText(kind, today[kind].used)}.`;
}

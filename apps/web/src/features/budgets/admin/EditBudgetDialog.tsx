import { budgetText } from '@waygate/contract/budgets/budget-text';
import { updateStaffBudget } from '@waygate/contract/budgets/budgets.endpoints';
import type { StaffBudget } from '@waygate/contract/budgets/budgets.schemas';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { amountsOf, bodyReasonOf, findBudgetFault, limitsFormOf } from './budget-form.rules.ts';
import { BUDGET_KEYS } from './budget-keys.ts';
import { BudgetDialog } from './BudgetDialog.tsx';

/** Edits a staff member's own limits. */
export function EditBudgetDialog({ budget, onClose }: { budget: StaffBudget; onClose: () => void }) {
  const editing = useRecordForm({
    endpoint: updateStaffBudget,
    record: budget,
    params: { accountDBID: String(budget.accountDBID) },
    toForm: limitsFormOf,
    toBody: (form, { revision }) => ({ ...amountsOf(form), ...bodyReasonOf(form), revision }),
    validate: findBudgetFault,
    success: 'Budgets saved.',
    failure: "The budgets couldn't be saved.",
    invalidates: BUDGET_KEYS,
    onSuccess: onClose,
  });
  return (
    <BudgetDialog
      title={`Edit budgets of ${budget.userName}`}
      intro="Limits per day (UTC), from now on. Leave a field blank to use the default."
      editing={editing}
      hintOf={(kind) => `Default: ${budgetText(kind, editing.record.defaults[kind])}.`}
      onClose={onClose}
    />
  );
}

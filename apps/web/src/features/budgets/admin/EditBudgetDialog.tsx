import { budgetText } from '@waygate/contract/budgets/budget-text';
import { updateStaffBudget } from '@waygate/contract/budgets/budgets.endpoints';
import type { StaffBudget } from '@waygate/contract/budgets/budgets.schemas';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import {
  amountsOf,
  bodyReasonOf,
  COMPARED_BUDGETS,
  findBudgetFault,
  limitsFormOf,
} from './budget-form.rules.ts';
import { BUDGET_KEYS } from './budget-keys.ts';
import { BudgetFields } from './BudgetFields.tsx';

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
  const { form, record, errors, change } = editing;
  return (
    <EditRecordDialog
      title={`Edit budgets of ${budget.userName}`}
      editing={editing}
      compared={COMPARED_BUDGETS}
      onClose={onClose}
    >
      <p>Limits per day (UTC), from now on. Leave a field blank to use the default.</p>
      <BudgetFields
        form={form}
        errors={errors}
        hintOf={(kind) => `Default: ${budgetText(kind, record.defaults[kind])}.`}
        onChange={change}
      />
    </EditRecordDialog>
  );
}

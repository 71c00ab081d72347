import { updateBudgetDefaults } from '@waygate/contract/budgets/budgets.endpoints';
import type { BudgetDefaults } from '@waygate/contract/budgets/budgets.schemas';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { bodyReasonOf, defaultsFormOf, defaultsOf, findDefaultsFault } from './budget-form.rules.ts';
import { BUDGET_KEYS } from './budget-keys.ts';
import { BudgetDialog } from './BudgetDialog.tsx';

type EditDefaultsDialogProps = { defaults: BudgetDefaults; onClose: () => void };

/** Edits the limits of staff without limits of their own. */
export function EditDefaultsDialog({ defaults, onClose }: EditDefaultsDialogProps) {
  const editing = useRecordForm({
    endpoint: updateBudgetDefaults,
    record: defaults,
    params: undefined,
    toForm: defaultsFormOf,
    toBody: (form, { revision }) => ({ ...defaultsOf(form), ...bodyReasonOf(form), revision }),
    validate: findDefaultsFault,
    success: 'Default budgets saved.',
    failure: "The default budgets couldn't be saved.",
    invalidates: BUDGET_KEYS,
    onSuccess: onClose,
  });
  return (
    <BudgetDialog
      title="Edit default budgets"
      intro="They count per day (UTC) for all staff without limits of their own. Owners have no limit."
      editing={editing}
      onClose={onClose}
    />
  );
}

import { updateBudgetDefaults } from '@waygate/contract/budgets/budgets.endpoints';
import type { BudgetDefaults } from '@waygate/contract/budgets/budgets.schemas';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import {
  bodyReasonOf,
  COMPARED_BUDGETS,
  defaultsFormOf,
  defaultsOf,
  findDefaultsFault,
} from './budget-form.rules.ts';
import { BUDGET_KEYS } from './budget-keys.ts';
import { BudgetFields } from './BudgetFields.tsx';

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
  const { form, errors, change } = editing;
  return (
    <EditRecordDialog
      title="Edit default budgets"
      editing={editing}
      compared={COMPARED_BUDGETS}
      onClose={onClose}
    >
      <p>They count per day (UTC) for all staff without limits of their own. Owners have no limit.</p>
      <BudgetFields form={form} errors={errors} onChange={change} />
    </EditRecordDialog>
  );
}

import type { BudgetKind } from '@waygate/contract/budgets/budgets.schemas';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import type { EditedRecord } from '#features/admin/records/use-record-form.ts';
import { type BudgetForm, COMPARED_BUDGETS } from './budget-form.rules.ts';
import { BudgetFields } from './BudgetFields.tsx';

type BudgetDialogProps = {
  title: string;
  /** What the limits count for, as a sentence. */
  intro: string;
  editing: EditedRecord<BudgetForm, unknown>;
  hintOf?: (kind: BudgetKind) => string;
  onClose: () => void;
};

/** Edits a limit of each kind. */
export function BudgetDialog({ title, intro, editing, hintOf, onClose }: BudgetDialogProps) {
  const { form, errors, change } = editing;
  return (
    <EditRecordDialog title={title} editing={editing} compared={COMPARED_BUDGETS} onClose={onClose}>
      <p>{intro}</p>
      <BudgetFields form={form} errors={errors} {...(hintOf && { hintOf })} onChange={change} />
    </EditRecordDialog>
  );
}

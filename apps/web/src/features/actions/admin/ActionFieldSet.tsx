import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { RecordPicker } from '#features/admin/search/RecordPicker.tsx';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { ActionFields, ActionForm } from './action-forms.ts';

type ActionFieldSetProps = {
  form: ActionForm;
  fields: ActionFields;
  errors: Partial<ActionFields>;
  onChange: (changes: Partial<ActionFields>) => void;
};

/** The input fields of one action. */
export function ActionFieldSet({ form: { asksFor }, fields, errors, onChange }: ActionFieldSetProps) {
  if ('ipLabel' in asksFor)
    return (
      <TextField
        label={asksFor.ipLabel}
        name="ip"
        autoComplete="off"
        placeholder="{ip}"
        required
        value={fields.ip}
        error={errors.ip}
        onChange={(event) => onChange({ ip: event.target.value })}
      />
    );
  return (
    <>
      <RecordPicker
        kind="account"
        label={asksFor.accountLabel}
        name="accountDBID"
        required
        value={fields.accountDBID}
        error={errors.accountDBID}
        onChange={(accountDBID) => onChange({ accountDBID })}
      />
      <DateTimeField
        label={asksFor.dateLabel}
        name="date"
        value={fields.date}
        error={errors.date}
        onChange={(date) => onChange({ date })}
      />
      <p>Without a date it never expires. A new date replaces the old one; a date in the past ends it.</p>
      <ReasonField value={fields.reason} error={errors.reason} onChange={(reason) => onChange({ reason })} />
      <BudgetLeft kinds={['packs']} />
    </>
  );
}

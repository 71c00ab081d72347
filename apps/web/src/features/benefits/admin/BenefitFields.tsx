import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { RecordPicker } from '#features/admin/search/RecordPicker.tsx';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { BenefitForm } from './benefit-form.rules.ts';

type BenefitFieldsProps = FieldsProps<BenefitForm> & { areIdsFixed?: boolean };

/** A benefit's account, id and end. */
export function BenefitFields({ areIdsFixed = false, ...props }: BenefitFieldsProps) {
  const { form, errors, onChange } = props;
  return (
    <>
      <RecordPicker
        kind="account"
        label="Account DBID"
        name="accountDBID"
        required
        readOnly={areIdsFixed}
        value={form.accountDBID}
        error={errors.accountDBID}
        onChange={(accountDBID) => onChange({ accountDBID })}
      />
      <TextField
        label="Benefit ID"
        inputMode="numeric"
        required
        readOnly={areIdsFixed}
        hint="The game's id of the benefit."
        {...textInput(props, 'benefitId')}
      />
      <DateTimeField
        label="Available Until"
        name="availableUntil"
        required
        value={form.availableUntil}
        error={errors.availableUntil}
        onChange={(availableUntil) => onChange({ availableUntil })}
      />
      <ReasonField value={form.reason} error={errors.reason} onChange={(reason) => onChange({ reason })} />
      <BudgetLeft kinds={['items']} />
    </>
  );
}

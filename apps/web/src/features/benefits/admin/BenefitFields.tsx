import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { BenefitFault, BenefitForm } from './benefit-form.rules.ts';

type BenefitFieldsProps = {
  form: BenefitForm;
  errors: BenefitFault['fields'];
  areIdsFixed?: boolean;
  onChange: (changes: Partial<BenefitForm>) => void;
};

/** Whose benefit, which, and until when. */
export function BenefitFields({ form, errors, areIdsFixed = false, onChange }: BenefitFieldsProps) {
  return (
    <>
      <TextField
        label="Account DBID"
        name="accountDBID"
        inputMode="numeric"
        autoComplete="off"
        required
        readOnly={areIdsFixed}
        value={form.accountDBID}
        error={errors.accountDBID}
        onChange={(event) => onChange({ accountDBID: event.target.value })}
      />
      <TextField
        label="Benefit ID"
        name="benefitId"
        inputMode="numeric"
        autoComplete="off"
        required
        readOnly={areIdsFixed}
        hint="The game's id of the benefit."
        value={form.benefitId}
        error={errors.benefitId}
        onChange={(event) => onChange({ benefitId: event.target.value })}
      />
      <DateTimeField
        label="Available Until"
        name="availableUntil"
        required
        value={form.availableUntil}
        error={errors.availableUntil}
        onChange={(availableUntil) => onChange({ availableUntil })}
      />
    </>
  );
}

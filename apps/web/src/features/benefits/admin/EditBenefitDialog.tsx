import { updateBenefit } from '@waygate/contract/benefits/benefits.endpoints';
import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { timeText, VISITOR_LOCALE } from '#ui/time-text.ts';
import { type BenefitForm, benefitFormOf, benefitUpdateOf, findBenefitFault } from './benefit-form.rules.ts';
import { BenefitFields } from './BenefitFields.tsx';
import { BENEFIT_KEYS } from './benefit-keys.ts';

const COMPARED: ConflictField<BenefitForm>[] = [
  {
    label: 'Available Until',
    value: ({ availableUntil }) =>
      timeText(availableUntil, VISITOR_LOCALE, { dateStyle: 'medium', timeStyle: 'medium' }),
  },
];

/** Changes a benefit's end; account and id are fixed. */
export function EditBenefitDialog({ benefit, onClose }: { benefit: AccountBenefit; onClose: () => void }) {
  const editing = useRecordForm({
    endpoint: updateBenefit,
    record: benefit,
    params: { accountDBID: String(benefit.accountDBID) },
    toForm: benefitFormOf,
    toBody: (form, { revision }) => benefitUpdateOf(form, revision),
    validate: findBenefitFault,
    success: ({ message }) => message,
    failure: 'Update failed.',
    invalidates: BENEFIT_KEYS,
    onSuccess: onClose,
  });
  const { form, errors, change } = editing;
  return (
    <EditRecordDialog
      title={`Edit benefit ${benefit.benefitId} of ${benefit.userName}`}
      editing={editing}
      compared={COMPARED}
      onClose={onClose}
    >
      <BenefitFields
        form={form}
        // The API has a different name for the time.
        errors={errors.date === undefined ? errors : { ...errors, availableUntil: errors.date }}
        areIdsFixed
        onChange={change}
      />
    </EditRecordDialog>
  );
}

import { createBenefit } from '@waygate/contract/benefits/benefits.endpoints';
import { OWN_ACCOUNT_FAULT } from '#features/admin/records/own-account-fault.ts';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useNewRecordForm } from '#features/admin/records/use-new-record-form.ts';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { EMPTY_BENEFIT, findBenefitFault, newBenefitOf } from './benefit-form.rules.ts';
import { BenefitFields } from './BenefitFields.tsx';
import { BENEFIT_KEYS } from './benefit-keys.ts';

type AddBenefitDialogProps = {
  /** Filled in, where the account is known. */
  accountId?: string;
  onClose: () => void;
};

/** Grants a benefit to an account. */
export function AddBenefitDialog({ accountId = '', onClose }: AddBenefitDialogProps) {
  const mayGive = useMayGive();
  const making = useNewRecordForm({
    endpoint: createBenefit,
    blank: { ...EMPTY_BENEFIT, accountDBID: accountId },
    toBody: newBenefitOf,
    validate: (form) =>
      findBenefitFault(form) ?? (mayGive(newBenefitOf(form).accountDBID) ? undefined : OWN_ACCOUNT_FAULT),
    success: ({ message }) => message,
    failure: 'Add failed.',
    invalidates: BENEFIT_KEYS,
    onSuccess: onClose,
  });
  return (
    <RecordDialog title="Add benefit" submitLabel="Add" editing={making} onClose={onClose}>
      <BenefitFields form={making.form} errors={making.errors} onChange={making.change} />
    </RecordDialog>
  );
}

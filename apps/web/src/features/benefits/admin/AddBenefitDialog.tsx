import { createBenefit } from '@waygate/contract/benefits/benefits.endpoints';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { type BenefitFault, EMPTY_BENEFIT, findBenefitFault, newBenefitOf } from './benefit-form.rules.ts';
import { BenefitFields } from './BenefitFields.tsx';
import { BENEFIT_KEYS } from './benefit-keys.ts';

/** Gives an account a benefit. */
export function AddBenefitDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(EMPTY_BENEFIT);
  const [fault, setFault] = useState<BenefitFault>();
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(createBenefit, {
    success: ({ message }) => message,
    failure: 'Add failed.',
    invalidates: BENEFIT_KEYS,
    onSuccess: onClose,
  });
  const add = () => {
    const found = findBenefitFault(form);
    setFault(found);
    if (found) return reset();
    void submit({ body: newBenefitOf(form) });
  };
  return (
    <FormDialog
      title="Add benefit"
      submitLabel="Add"
      isBusy={isBusy}
      error={fault?.message ?? error}
      onSubmit={add}
      onClose={onClose}
    >
      <BenefitFields
        form={form}
        errors={fault?.fields ?? fieldErrors}
        onChange={(changes) => {
          setForm({ ...form, ...changes });
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}

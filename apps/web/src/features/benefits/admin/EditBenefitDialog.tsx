import { updateBenefit } from '@waygate/contract/benefits/benefits.endpoints';
import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { type ConflictField, EditConflict } from '#features/admin/records/EditConflict.tsx';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { timeText, VISITOR_PLACE } from '#ui/time-text.ts';
import {
  type BenefitFault,
  type BenefitForm,
  benefitFormOf,
  benefitUpdateOf,
  findBenefitFault,
} from './benefit-form.rules.ts';
import { BenefitFields } from './BenefitFields.tsx';
import { BENEFIT_KEYS } from './benefit-keys.ts';

const COMPARED: ConflictField<BenefitForm>[] = [
  {
    label: 'Available Until',
    value: ({ availableUntil }) =>
      timeText(availableUntil, VISITOR_PLACE, { dateStyle: 'medium', timeStyle: 'medium' }),
  },
];

/** Changes until when an account has a benefit. Whose and which it is stays. */
export function EditBenefitDialog({ benefit, onClose }: { benefit: AccountBenefit; onClose: () => void }) {
  const [form, setForm] = useState(() => benefitFormOf(benefit));
  // What the form is held against: the benefit as it was opened, or as somebody else has left it since.
  const [revision, setRevision] = useState(benefit.revision);
  const [fault, setFault] = useState<BenefitFault>();
  const { isBusy, error, fieldErrors, conflict, submit, reset } = useAdminMutation(updateBenefit, {
    success: ({ message }) => message,
    failure: 'Update failed.',
    invalidates: BENEFIT_KEYS,
    onSuccess: onClose,
  });
  // Presented by the endpoint itself, in its own shape.
  const theirs = conflict as AccountBenefit | undefined;
  const save = (over: number) => {
    const found = findBenefitFault(form);
    setRevision(over);
    setFault(found);
    if (found) return reset();
    void submit({ params: { accountDBID: form.accountDBID }, body: benefitUpdateOf(form, over) });
  };
  const takeTheirs = (current: AccountBenefit) => {
    setRevision(current.revision);
    setForm(benefitFormOf(current));
    reset();
  };
  return (
    <FormDialog
      title={`Edit benefit ${benefit.benefitId} of ${benefit.userName}`}
      submitLabel="Save"
      isBusy={isBusy}
      error={fault?.message ?? (theirs ? '' : error)}
      onSubmit={() => save(revision)}
      onClose={onClose}
    >
      {theirs && (
        <EditConflict
          mine={form}
          theirs={benefitFormOf(theirs)}
          fields={COMPARED}
          isBusy={isBusy}
          onKeepMine={() => save(theirs.revision)}
          onTakeTheirs={() => takeTheirs(theirs)}
        />
      )}
      <BenefitFields
        form={form}
        errors={fault?.fields ?? { availableUntil: fieldErrors.date }}
        areIdsFixed
        onChange={(changes) => {
          setForm({ ...form, ...changes });
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}

import { useState } from 'react';
import { OfferedDraft } from '#features/admin/records/OfferedDraft.tsx';
import { OWN_ACCOUNT_FAULT } from '#features/admin/records/own-account-fault.ts';
import { useKeptForm } from '#features/admin/records/use-form.ts';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { ActionFieldSet } from './ActionFieldSet.tsx';
import { ActionDone } from './ActionDone.tsx';
import {
  type ActionFault,
  type ActionForm,
  actionRequestOf,
  EMPTY_FIELDS,
  findActionFault,
} from './action-forms.ts';
import { useAction } from './use-action.ts';

type ActionDialogProps = {
  form: ActionForm;
  /** Filled in, where the account is known. */
  accountId?: string;
  onClose: () => void;
};

const DRAFTED = ['reason'] as const;

/** Asks for an action's input, performs it and shows the result. */
export function ActionDialog({ form, accountId = '', onClose }: ActionDialogProps) {
  const [fields, setFields, draft, isDirty] = useKeptForm(
    `${form.title} ${accountId}`,
    () => ({ ...EMPTY_FIELDS, accountDBID: accountId }),
    DRAFTED,
  );
  const mayGive = useMayGive();
  const [fault, setFault] = useState<ActionFault>();
  const { done, isBusy, error, fieldErrors, perform, reset } = useAction();
  const { title, description } = form;
  if (done) return <ActionDone title={title} message={done} onClose={onClose} />;
  const submit = () => {
    const request = actionRequestOf(form, fields);
    const isGift = 'accountDBID' in request && !mayGive(request.accountDBID);
    const found = findActionFault(form, fields) ?? (isGift ? OWN_ACCOUNT_FAULT : undefined);
    setFault(found);
    if (found) return reset();
    perform(request);
  };
  return (
    <FormDialog
      title={title}
      submitLabel={isBusy ? 'Performing…' : 'Perform'}
      isBusy={isBusy}
      error={fault?.message ?? error}
      onSubmit={submit}
      isDirty={isDirty}
      onClose={onClose}
    >
      <p>{description}</p>
      <OfferedDraft draft={draft} />
      <ActionFieldSet
        form={form}
        fields={fields}
        errors={fault?.fields ?? fieldErrors}
        onChange={(changes) => {
          setFields({ ...fields, ...changes });
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}

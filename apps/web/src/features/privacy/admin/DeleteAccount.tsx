import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { eraseUser } from '@waygate/contract/privacy/privacy.admin.endpoints';
import { ERASURE_DAYS } from '@waygate/contract/privacy/privacy.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { USER_KEYS } from '#features/accounts/admin/user-keys.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { rankOf } from '#features/admin/sections.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { type ErasureForm, findErasureFault } from './erasure-form.rules.ts';

/** For owners: deletes the account of somebody who asked for it. */
export function DeleteAccount({ user }: { user: AdminUser }) {
  const session = useSession();
  const [isAsking, setIsAsking] = useState(false);
  if (!session || !isOwner(rankOf(session))) return null;
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Delete account…
      </Button>
      {isAsking && <DeleteAccountDialog user={user} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function DeleteAccountDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { userName, accountDBID } = user;
  const [form, setForm] = useState({ typedName: '', reason: '', isImmediate: false });
  const [isTried, setIsTried] = useState(false);
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(eraseUser, {
    success: form.isImmediate ? `${userName} is being deleted.` : `Deletion of ${userName} requested.`,
    failure: "The account couldn't be deleted. Try again.",
    invalidates: USER_KEYS,
    onSuccess: onClose,
  });
  const fault = findErasureFault(form, userName);
  const request = () => {
    setIsTried(true);
    if (fault) return reset();
    const { reason, isImmediate } = form;
    void submit({ params: { id: String(accountDBID) }, body: { reason, isImmediate } });
  };
  return (
    <FormDialog
      title={`Delete the account of ${userName}`}
      submitLabel={form.isImmediate ? 'Delete account now' : `Delete account in ${ERASURE_DAYS} days`}
      submitLook="danger"
      isBusy={isBusy}
      error={(isTried && fault?.message) || error}
      onSubmit={request}
      onClose={onClose}
    >
      <p>
        Everything stored about the player is erased, and accounts in games are locked. Amounts and dates of
        orders stay.{' '}
        {form.isImmediate
          ? 'It happens immediately and cannot be undone. The player is not mailed.'
          : `The player is mailed and can keep the account for ${ERASURE_DAYS} days.`}
      </p>
      <DeletionFields
        userName={userName}
        form={form}
        errors={(isTried && fault?.fields) || fieldErrors}
        onChange={(changes) => setForm({ ...form, ...changes })}
      />
    </FormDialog>
  );
}

type DeletionFieldsProps = {
  userName: string;
  form: ErasureForm;
  errors: Record<string, string>;
  onChange: (changes: Partial<ErasureForm>) => void;
};

function DeletionFields({ userName, form, errors, onChange }: DeletionFieldsProps) {
  return (
    <>
      <CheckboxField
        label="Delete at once, without a mail and without a way back"
        name="isImmediate"
        hint="Only if you know for sure who asks: a mail proves little."
        checked={form.isImmediate}
        onChange={({ target }) => onChange({ isImmediate: target.checked })}
      />
      <TextArea
        label="Reason"
        name="reason"
        required
        rows={2}
        maxLength={500}
        hint="For the audit log, until the account is deleted."
        value={form.reason}
        error={errors.reason}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
      <TextField
        label={`Type ${userName} to confirm`}
        name="typedName"
        required
        autoComplete="off"
        value={form.typedName}
        error={errors.typedName}
        onChange={({ target }) => onChange({ typedName: target.value })}
      />
    </>
  );
}

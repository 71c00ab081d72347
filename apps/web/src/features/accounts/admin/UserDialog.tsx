import { updateUser } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { type ConflictField, EditConflict } from '#features/admin/records/EditConflict.tsx';
import { rankOf } from '#features/admin/sections.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { rightsInWords } from './rights.ts';
import { UserFields } from './UserFields.tsx';
import { type Fault, findUserFault, type UserForm, userFormOf, userUpdateOf } from './user-form.rules.ts';
import { USER_KEYS } from './user-keys.ts';

const COMPARED: ConflictField<UserForm>[] = [
  { label: 'Username', value: ({ userName }) => userName },
  { label: 'Email', value: ({ email }) => email },
  { label: 'Email is confirmed', value: ({ isEmailConfirmed }) => yesNo(isEmailConfirmed) },
  { label: 'Permission', value: ({ permission }) => permission },
  { label: 'Rights', value: ({ sections }) => rightsInWords(sections) },
  { label: 'Agaia Club until', value: ({ clubExpiry }) => clubExpiry || 'None' },
  { label: 'Agaia coins', value: ({ agaiaCoins }) => agaiaCoins },
  { label: 'Astrum coins', value: ({ astrumCoins }) => astrumCoins },
  { label: 'Founder Package claimed', value: (form) => yesNo(form.hasClaimedFounderPackage) },
  { label: 'Veteran Package claimed', value: (form) => yesNo(form.hasClaimedVeteranPackage) },
];

function yesNo(isSo: boolean): string {
  return isSo ? 'Yes' : 'No';
}

/** Edits one account. */
export function UserDialog({ user: opened, onClose }: { user: AdminUser; onClose: () => void }) {
  const session = useSession();
  // What the form is held against: the record as it was opened, or as somebody else has left it since.
  const [user, setUser] = useState(opened);
  const [form, setForm] = useState(() => userFormOf(opened));
  const [fault, setFault] = useState<Fault>();
  const { isBusy, error, fieldErrors, conflict, submit, reset } = useAdminMutation(updateUser, {
    success: 'User updated successfully!',
    failure: 'Update failed.',
    invalidates: USER_KEYS,
    onSuccess: onClose,
  });
  // Presented by the endpoint itself, in its own shape.
  const theirs = conflict as AdminUser | undefined;
  const save = (revision: number) => {
    const found = findUserFault(form, user);
    setFault(found);
    if (found) return reset();
    void submit({ params: { id: String(user.accountDBID) }, body: userUpdateOf(form, revision) });
  };
  return (
    <FormDialog
      title={`Edit ${user.userName}`}
      submitLabel="Save"
      isWide
      isBusy={isBusy}
      error={fault?.message ?? (theirs ? '' : error)}
      onSubmit={() => save(user.revision)}
      onClose={onClose}
    >
      {theirs && (
        <EditConflict
          mine={form}
          theirs={userFormOf(theirs)}
          fields={COMPARED}
          isBusy={isBusy}
          onKeepMine={() => {
            setUser(theirs);
            save(theirs.revision);
          }}
          onTakeTheirs={() => {
            setUser(theirs);
            setForm(userFormOf(theirs));
            reset();
          }}
        />
      )}
      <UserFields
        form={form}
        user={user}
        staff={{ ...rankOf(session ?? { accessToken: '' }), accountId: session?.accountDBID }}
        errors={fault?.fields ?? fieldErrors}
        onChange={(changes) => {
          setForm({ ...form, ...changes });
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}

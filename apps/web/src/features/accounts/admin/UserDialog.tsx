import { STAFF_COIN_NAMES } from '@waygate/contract/coins/coin-names';
import { updateUser } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { useSession } from '#api/session.ts';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { rankOf } from '#features/admin/sections.ts';
import { rightsText } from './rights.ts';
import { UserFields } from './UserFields.tsx';
import {
  findUserFault,
  isEmailTicked,
  USER_MERGES,
  userChangesOf,
  type UserForm,
  userFormOf,
} from './user-form.rules.ts';
import { USER_KEYS } from './user-keys.ts';

const COMPARED: ConflictField<UserForm>[] = [
  { label: 'Username', value: ({ userName }) => userName },
  { label: 'Email', value: ({ email }) => email },
  { label: 'Email is confirmed', value: (form) => yesNo(isEmailTicked(form)) },
  { label: 'Permission', value: ({ permission }) => permission },
  { label: 'Rights', value: ({ sections }) => rightsText(sections) },
  { label: 'Agaia Club until', value: ({ clubExpiry }) => clubExpiry || 'None' },
  { label: STAFF_COIN_NAMES.premium, value: ({ agaiaCoins }) => agaiaCoins },
  { label: STAFF_COIN_NAMES.second, value: ({ astrumCoins }) => astrumCoins },
  { label: 'Founder Package claimed', value: (form) => yesNo(form.hasClaimedFounderPackage) },
  { label: 'Veteran Package claimed', value: (form) => yesNo(form.hasClaimedVeteranPackage) },
];

function yesNo(isSo: boolean): string {
  return isSo ? 'Yes' : 'No';
}

/** Edits one account. */
export function UserDialog({ user: opened, onClose }: { user: AdminUser; onClose: () => void }) {
  const session = useSession();
  const editing = useRecordForm({
    endpoint: updateUser,
    record: opened,
    params: { id: String(opened.accountDBID) },
    toForm: userFormOf,
    toBody: userChangesOf,
    validate: findUserFault,
    merges: USER_MERGES,
    success: 'User updated successfully!',
    failure: 'Update failed.',
    invalidates: USER_KEYS,
    onSuccess: onClose,
  });
  const { form, record: user, errors, change } = editing;
  return (
    <EditRecordDialog
      title={`Edit ${user.userName}`}
      editing={editing}
      compared={COMPARED}
      isWide
      onClose={onClose}
    >
      <UserFields
        form={form}
        user={user}
        staff={{ ...rankOf(session ?? { accessToken: '' }), accountId: session?.accountDBID }}
        errors={errors}
        onChange={change}
      />
    </EditRecordDialog>
  );
}

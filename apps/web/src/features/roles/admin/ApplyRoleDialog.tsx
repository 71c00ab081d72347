import { applyRole, revokeRights } from '@waygate/contract/roles/roles.endpoints';
import { isOwner } from '@waygate/contract/ranks';
import type { Role } from '@waygate/contract/roles/roles.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { countText } from '#ui/admin/count-text.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { type SelectOption, SelectField } from '#ui/admin/fields/SelectField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { AccountPicker } from './AccountPicker.tsx';
import { RightsPreview } from './RightsPreview.tsx';
import {
  type Candidate,
  findRoleChangeFault,
  NO_ROLE,
  ROLE_CHANGED,
  type RoleChange,
  submitLabelOf,
} from './role-application.rules.ts';
import { ROLE_KEYS } from './use-roles.ts';

type ApplyRoleDialogProps = {
  /** The accounts that were selected. */
  members: readonly Candidate[];
  roles: Role[];
  onApplied: () => void;
  onClose: () => void;
};

/** Gives accounts a role, or takes all their rights, after showing what each gains and loses. */
export function ApplyRoleDialog({ members, roles, onApplied, onClose }: ApplyRoleDialogProps) {
  const [chosen, setChosen] = useState(members);
  const [roleId, setRoleId] = useState('');
  const role = roles.find((each) => String(each.roleId) === roleId);
  const changing = chosen.filter((account) => !isOwner(account));
  const owners = chosen.filter(isOwner);
  const { isBusy, error, save, reset } = useRoleChange(() => {
    onApplied();
    onClose();
  });
  return (
    <FormDialog
      title={members.length > 0 ? 'Change roles' : 'Add staff'}
      submitLabel={submitLabelOf({ roleId, role, count: changing.length })}
      isBusy={isBusy}
      isDirty={chosen !== members}
      error={error}
      isWide
      onSubmit={() => save({ roleId, role, accounts: changing.map(({ accountDBID }) => accountDBID) })}
      onClose={onClose}
    >
      <SelectField
        label="Role"
        name="role"
        required
        options={optionsOf(roles)}
        value={roleId}
        onChange={(event) => {
          reset();
          setRoleId(event.target.value);
        }}
      />
      <AccountPicker chosen={chosen} onPick={(account) => setChosen([...chosen, account])} />
      {owners.length > 0 && (
        <Notice tone="info">
          {owners.map(({ userName }) => userName).join(', ')}: owners have every right without a role, so
          nothing changes for them.
        </Notice>
      )}
      <RightsPreview
        accounts={changing}
        sections={roleId === NO_ROLE ? [] : role?.sections}
        onRemove={(account) => setChosen(chosen.filter((each) => each !== account))}
      />
    </FormDialog>
  );
}

function optionsOf(roles: Role[]): SelectOption[] {
  return [
    { value: '', label: 'Choose a role' },
    ...roles.map(({ roleId, name }) => ({ value: String(roleId), label: name })),
    { value: NO_ROLE, label: 'No role: revoke all rights' },
  ];
}

/** Applies a role, or revokes all rights: two endpoints, one of them at a time. */
function useRoleChange(onSuccess: () => void) {
  const [fault, setFault] = useState('');
  const shared = { invalidates: ROLE_KEYS, isFailureNews: true, onSuccess };
  const apply = useAdminMutation(applyRole, {
    ...shared,
    success: (_answer, { body }) => `Role applied to ${countText(body.accounts.length, 'account')}.`,
    failure: "The role couldn't be applied.",
  });
  const revoke = useAdminMutation(revokeRights, {
    ...shared,
    success: (_answer, { body }) => `Rights of ${countText(body.accounts.length, 'account')} revoked.`,
    failure: "The rights couldn't be revoked.",
  });
  const reset = () => {
    setFault('');
    apply.reset();
    revoke.reset();
  };
  return {
    isBusy: apply.isBusy || revoke.isBusy,
    error: fault || (apply.conflict ? ROLE_CHANGED : apply.error) || revoke.error,
    reset,
    save: (change: RoleChange) => {
      reset();
      const { roleId, role, accounts } = change;
      const found = findRoleChangeFault(change);
      if (found) return setFault(found);
      if (role) void apply.submit({ params: { id: roleId }, body: { accounts, revision: role.revision } });
      else void revoke.submit({ body: { accounts } });
    },
  };
}

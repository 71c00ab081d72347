import { deleteRole } from '@waygate/contract/roles/roles.endpoints';
import type { KeptRights, Role } from '@waygate/contract/roles/roles.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { countText } from '#ui/admin/count-text.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import styles from './DeleteRoleDialog.module.css';
import { ROLE_KEYS } from './use-roles.ts';

const CHOICES: { value: KeptRights; label: string }[] = [
  { value: 'keep', label: 'Keep them, as custom rights' },
  { value: 'revoke', label: 'Revoke all of them' },
];

/** Deletes a role, and decides about the rights of the accounts that have it. */
export function DeleteRoleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const [rights, setRights] = useState<KeptRights>('keep');
  const { isBusy, error, submit } = useAdminMutation(deleteRole, {
    success: 'Role deleted.',
    failure: "The role couldn't be deleted.",
    invalidates: ROLE_KEYS,
    isFailureNews: true,
    onSuccess: onClose,
  });
  const { accountCount, name, roleId } = role;
  const hasAccounts = accountCount > 0;
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirmLabel="Delete"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit({ params: { id: String(roleId) }, query: hasAccounts ? { rights } : {} })}
      onClose={onClose}
    >
      <div className={styles.question}>
        {hasAccounts ? (
          <SelectField
            label={`Rights of the ${countText(accountCount, 'account')} with this role`}
            name="rights"
            options={CHOICES}
            value={rights}
            // The options are its only values.
            onChange={(event) => setRights(event.target.value as KeptRights)}
          />
        ) : (
          <p>No account has this role.</p>
        )}
        <p>This action cannot be undone.</p>
      </div>
    </ConfirmDialog>
  );
}

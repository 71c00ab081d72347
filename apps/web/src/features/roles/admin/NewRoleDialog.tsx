import { createRole } from '@waygate/contract/roles/roles.endpoints';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useNewRecordForm } from '#features/admin/records/use-new-record-form.ts';
import { EMPTY_ROLE, findRoleFault, roleBodyOf } from './role-form.rules.ts';
import { RoleFields } from './RoleFields.tsx';
import { ROLE_KEYS } from './use-roles.ts';

/** Creates a role. */
export function NewRoleDialog({ onClose }: { onClose: () => void }) {
  const making = useNewRecordForm({
    endpoint: createRole,
    blank: EMPTY_ROLE,
    toBody: roleBodyOf,
    validate: findRoleFault,
    success: 'Role created.',
    failure: "The role couldn't be created.",
    invalidates: ROLE_KEYS,
    onSuccess: onClose,
  });
  return (
    <RecordDialog title="New role" editing={making} isWide onClose={onClose}>
      <RoleFields form={making.form} errors={making.errors} onChange={making.change} />
    </RecordDialog>
  );
}

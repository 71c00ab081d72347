import { compareSections } from '@waygate/contract/roles/rights';
import { updateRole } from '@waygate/contract/roles/roles.endpoints';
import type { Role } from '@waygate/contract/roles/roles.schemas';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { mergeChoices } from '#features/admin/records/merge-forms.ts';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { countText } from '#ui/admin/count-text.ts';
import { Notice } from '#ui/Notice.tsx';
import { findRoleFault, roleBodyOf, type RoleForm, roleFormOf } from './role-form.rules.ts';
import { RoleFields } from './RoleFields.tsx';
import { sectionsText } from './section-labels.ts';
import { ROLE_KEYS } from './use-roles.ts';

const COMPARED: ConflictField<RoleForm>[] = [
  { label: 'Name', value: ({ name }) => name },
  { label: 'Description', value: ({ description }) => description },
  { label: 'Sections', value: ({ sections }) => sectionsText(sections) },
];

/** Edits a role, and says what that means for the accounts that have it. */
export function EditRoleDialog({ role: opened, onClose }: { role: Role; onClose: () => void }) {
  const editing = useRecordForm({
    endpoint: updateRole,
    record: opened,
    params: { id: String(opened.roleId) },
    toForm: roleFormOf,
    toBody: (form, { revision }) => ({ ...roleBodyOf(form), revision }),
    validate: findRoleFault,
    merges: { sections: mergeChoices },
    success: 'Role updated.',
    failure: "The role couldn't be updated.",
    invalidates: ROLE_KEYS,
    onSuccess: onClose,
  });
  const { form, record, errors, change } = editing;
  return (
    <EditRecordDialog
      title={`Edit ${record.name}`}
      editing={editing}
      compared={COMPARED}
      isWide
      onClose={onClose}
    >
      <RoleFields form={form} errors={errors} onChange={change} />
      <Consequences role={record} form={form} />
    </EditRecordDialog>
  );
}

/** What saving does to the accounts that have the role. */
function Consequences({ role, form }: { role: Role; form: RoleForm }) {
  const { granted, revoked } = compareSections(roleFormOf(role).sections, form.sections);
  if (role.accountCount === 0 || granted.length + revoked.length === 0) return null;
  const isOne = role.accountCount === 1;
  const who = `${countText(role.accountCount, 'account')} with this role`;
  return (
    <Notice tone="info">
      {granted.length > 0 && (
        <div>
          {who} {isOne ? 'gains' : 'gain'} {sectionsText(granted)}.
        </div>
      )}
      {revoked.length > 0 && (
        <div>
          {who} {isOne ? 'loses' : 'lose'} {sectionsText(revoked)}.
        </div>
      )}
    </Notice>
  );
}

import { ROLE_DESCRIPTION_MAX, ROLE_NAME_MAX } from '@waygate/contract/roles/roles.schemas';
import { SectionChoices } from '#features/accounts/admin/SectionChoices.tsx';
import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { TextField } from '#ui/TextField.tsx';
import styles from './RoleFields.module.css';
import type { RoleForm } from './role-form.rules.ts';

/** The fields of a role. */
export function RoleFields(props: FieldsProps<RoleForm>) {
  const { form, onChange } = props;
  return (
    <>
      <TextField label="Name" required maxLength={ROLE_NAME_MAX} {...textInput(props, 'name')} />
      <TextField
        label="Description"
        maxLength={ROLE_DESCRIPTION_MAX}
        hint="What these staff do."
        {...textInput(props, 'description')}
      />
      <fieldset className={styles.sections}>
        <legend>Sections</legend>
        <SectionChoices sections={form.sections} onChange={(sections) => onChange({ sections })} />
      </fieldset>
    </>
  );
}

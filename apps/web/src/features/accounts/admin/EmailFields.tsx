import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { isSameEmail } from '@waygate/contract/accounts/accounts.schemas';
import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { isEmailTicked, type UserForm } from './user-form.rules.ts';

const NEW_EMAIL_HINT = 'A new address is unconfirmed unless you tick this again.';

const COLLEAGUE_HINT = 'Only an owner can change the email of staff.';

type EmailFieldsProps = FieldsProps<UserForm> & {
  user: AdminUser;
  /** Fellow staff's, whose address only an owner may change. */
  isReadOnly?: boolean;
};

/** An account's address and whether it is confirmed, which is asked again for each other address. */
export function EmailFields({ user, isReadOnly = false, ...props }: EmailFieldsProps) {
  const { form, errors, onChange } = props;
  const email = form.email.trim();
  return (
    <>
      <TextField
        label="Email"
        type="email"
        required
        readOnly={isReadOnly}
        {...(isReadOnly && { hint: COLLEAGUE_HINT })}
        {...textInput(props, 'email')}
      />
      <CheckboxField
        label="Email is confirmed"
        name="isEmailConfirmed"
        checked={isEmailTicked(form)}
        error={errors.isEmailConfirmed ?? errors.confirmedEmail}
        {...(!isSameEmail(email, user.email) && { hint: NEW_EMAIL_HINT })}
        onChange={({ target }) => onChange({ confirmedEmail: target.checked ? email : '' })}
      />
    </>
  );
}

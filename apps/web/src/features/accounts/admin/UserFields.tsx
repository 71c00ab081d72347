import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { isOwner, type Rank } from '@waygate/contract/ranks';
import { checkbox, type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { EmailFields } from './EmailFields.tsx';
import { RightsField } from './RightsField.tsx';
import styles from './UserFields.module.css';
import type { UserForm } from './user-form.rules.ts';

type UserFieldsProps = FieldsProps<UserForm> & {
  user: AdminUser;
  staff: Rank & { accountId: number | undefined };
};

/** The account fields that staff can change. */
export function UserFields({ user, staff, ...props }: UserFieldsProps) {
  const { form, errors, onChange } = props;
  const isOwnAccount = staff.accountId === user.accountDBID && !isOwner(staff);
  return (
    <div className={styles.fields}>
      <TextField label="Username" required {...textInput(props, 'userName')} />
      <EmailFields user={user} {...props} />
      <TextField
        label="New password"
        type="password"
        isRevealable
        hint="Leave it blank to keep the password. A new one signs the player out everywhere."
        {...textInput(props, 'password')}
        autoComplete="new-password"
      />
      <TextField
        label="Permission"
        inputMode="numeric"
        hint={isOwner(staff) ? '32 makes an owner.' : 'You can lower it, not raise it.'}
        readOnly={isOwnAccount}
        {...textInput(props, 'permission')}
      />
      <DateTimeField
        label="Agaia Club until"
        name="agaiaClubExpiry"
        value={form.clubExpiry}
        error={errors.agaiaClubExpiry}
        onChange={(clubExpiry) => onChange({ clubExpiry })}
      />
      <TextField label="Agaia coins" inputMode="numeric" {...textInput(props, 'agaiaCoins')} />
      <TextField label="Astrum coins" inputMode="numeric" {...textInput(props, 'astrumCoins')} />
      <CheckboxField label="Founder Package claimed" {...checkbox(props, 'hasClaimedFounderPackage')} />
      <CheckboxField label="Veteran Package claimed" {...checkbox(props, 'hasClaimedVeteranPackage')} />
      <div className={styles.whole}>
        <RightsField
          sections={form.sections}
          staff={staff}
          isOwnAccount={isOwnAccount}
          roleName={user.role?.name}
          onChange={(sections) => onChange({ sections })}
        />
      </div>
    </div>
  );
}

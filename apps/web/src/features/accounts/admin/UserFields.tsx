import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { isOwner, type Rank } from '@waygate/contract/ranks';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { RightsField } from './RightsField.tsx';
import styles from './UserFields.module.css';
import type { UserForm } from './user-form.rules.ts';

type UserFieldsProps = {
  form: UserForm;
  user: AdminUser;
  staff: Rank & { accountId: number | undefined };
  errors: Record<string, string>;
  onChange: (changes: Partial<UserForm>) => void;
};

type TextName = 'userName' | 'email' | 'password' | 'permission' | 'agaiaCoins' | 'astrumCoins';
type FlagName = 'isEmailConfirmed' | 'hasClaimedFounderPackage' | 'hasClaimedVeteranPackage';

/** Everything about an account that staff can change. */
export function UserFields({ form, user, staff, errors, onChange }: UserFieldsProps) {
  const text = (name: TextName) => ({
    name,
    value: form[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const flag = (name: FlagName) => ({
    name,
    checked: form[name],
    error: errors[name],
    onChange: (event: { target: { checked: boolean } }) => onChange({ [name]: event.target.checked }),
  });
  const isOwnAccount = staff.accountId === user.accountDBID && !isOwner(staff);
  return (
    <div className={styles.fields}>
      <TextField label="Username" required {...text('userName')} />
      <TextField label="Email" type="email" required {...text('email')} />
      <CheckboxField label="Email is confirmed" {...flag('isEmailConfirmed')} />
      <TextField
        label="New password"
        type="password"
        isRevealable
        hint="Leave it blank to keep the password. A new one signs the player out everywhere."
        {...text('password')}
        autoComplete="new-password"
      />
      <TextField
        label="Permission"
        inputMode="numeric"
        hint={isOwner(staff) ? '32 makes an owner.' : 'You can lower it, not raise it.'}
        readOnly={isOwnAccount}
        {...text('permission')}
      />
      <DateTimeField
        label="Agaia Club until"
        name="agaiaClubExpiry"
        value={form.clubExpiry}
        error={errors.agaiaClubExpiry}
        onChange={(clubExpiry) => onChange({ clubExpiry })}
      />
      <TextField label="Agaia coins" inputMode="numeric" {...text('agaiaCoins')} />
      <TextField label="Astrum coins" inputMode="numeric" {...text('astrumCoins')} />
      <CheckboxField label="Founder Package claimed" {...flag('hasClaimedFounderPackage')} />
      <CheckboxField label="Veteran Package claimed" {...flag('hasClaimedVeteranPackage')} />
      <div className={styles.whole}>
        <RightsField
          sections={form.sections}
          staff={staff}
          isOwnAccount={isOwnAccount}
          onChange={(sections) => onChange({ sections })}
        />
      </div>
    </div>
  );
}

import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { isOwner, opensAdmin, type Rank } from '@waygate/contract/ranks';
import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { TextField } from '#ui/TextField.tsx';
import { EmailFields } from './EmailFields.tsx';
import { RightsField } from './RightsField.tsx';
import { SendResetLink } from './SendResetLink.tsx';
import styles from './UserFields.module.css';
import type { UserForm } from './user-form.rules.ts';
import { ValuableFields } from './ValuableFields.tsx';

type UserFieldsProps = FieldsProps<UserForm> & {
  user: AdminUser;
  staff: Rank & { accountId: number | undefined };
};

/** The account fields that staff can change. */
export function UserFields({ user, staff, ...props }: UserFieldsProps) {
  const { form, errors, onChange } = props;
  const isOwnAccount = staff.accountId === user.accountDBID && !isOwner(staff);
  const isColleague = opensAdmin(user) && staff.accountId !== user.accountDBID && !isOwner(staff);
  return (
    <div className={styles.fields}>
      <TextField label="Username" required {...textInput(props, 'userName')} />
      <EmailFields user={user} isReadOnly={isColleague} {...props} />
      {isOwner(staff) ? (
        <TextField
          label="New password"
          type="password"
          isRevealable
          hint="Leave it blank to keep the password. A new one signs the player out everywhere and is reported by mail."
          {...textInput(props, 'password')}
          autoComplete="new-password"
        />
      ) : (
        <div className={styles.password}>
          <span>Password</span>
          <SendResetLink user={user} />
          <p>Only an owner can set a password.</p>
        </div>
      )}
      <TextField
        label="Permission"
        inputMode="numeric"
        hint={isOwner(staff) ? '32 makes an owner.' : 'You can lower it, not raise it.'}
        readOnly={isOwnAccount}
        {...textInput(props, 'permission')}
      />
      <ValuableFields isOwnAccount={isOwnAccount} {...props} />
      <div className={styles.whole}>
        <ReasonField
          value={form.reason}
          error={errors.reason}
          hint="For the audit log. Required for a change of coins, packages or the club."
          onChange={(reason) => onChange({ reason })}
        />
        {!isOwnAccount && <BudgetLeft kinds={['coins', 'packs', 'items']} />}
      </div>
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

import { STAFF_COIN_NAMES } from '@waygate/contract/coins/coin-names';
import { useId } from 'react';
import { checkbox, type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { OwnAccountNote } from '#features/admin/records/OwnAccountNote.tsx';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './UserFields.module.css';
import type { UserForm } from './user-form.rules.ts';

/** What is worth something in the game, which only owners change on their own account. */
export function ValuableFields({
  isOwnAccount,
  ...props
}: FieldsProps<UserForm> & { isOwnAccount: boolean }) {
  const { form, errors, onChange } = props;
  const noteId = useId();
  return (
    <fieldset
      className={styles.valuables}
      aria-label="Club, coins and packages"
      aria-describedby={isOwnAccount ? noteId : undefined}
      disabled={isOwnAccount}
    >
      {isOwnAccount && (
        <div className={styles.whole}>
          <OwnAccountNote id={noteId} can="change its club, coins and packages" />
        </div>
      )}
      <div className={isOwnAccount ? styles.alone : undefined}>
        <DateTimeField
          label="Agaia Club until"
          name="agaiaClubExpiry"
          value={form.clubExpiry}
          error={errors.agaiaClubExpiry}
          onChange={(clubExpiry) => onChange({ clubExpiry })}
        />
      </div>
      <TextField label={STAFF_COIN_NAMES.premium} inputMode="numeric" {...textInput(props, 'agaiaCoins')} />
      <TextField label={STAFF_COIN_NAMES.second} inputMode="numeric" {...textInput(props, 'astrumCoins')} />
      <CheckboxField label="Founder Package claimed" {...checkbox(props, 'hasClaimedFounderPackage')} />
      <CheckboxField label="Veteran Package claimed" {...checkbox(props, 'hasClaimedVeteranPackage')} />
    </fieldset>
  );
}

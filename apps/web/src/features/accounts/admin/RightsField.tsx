import { type Section, webMgtOf, holds } from '@waygate/contract/permissions';
import type { Rank } from '@waygate/contract/ranks';
import styles from './RightsField.module.css';
import { SectionChoices } from './SectionChoices.tsx';

type RightsFieldProps = {
  sections: Section[];
  /** The editing member of staff, whose rights limit what can be granted. */
  staff: Rank;
  isOwnAccount: boolean;
  roleName?: string | undefined;
  onChange: (sections: Section[]) => void;
};

/** Which sections of the admin area an account may use. */
export function RightsField({ sections, staff, isOwnAccount, roleName, onChange }: RightsFieldProps) {
  return (
    <fieldset className={styles.rights}>
      <legend>Rights</legend>
      <p className={styles.hint}>
        {isOwnAccount
          ? 'Only an owner can change your own rights.'
          : 'You can grant and revoke only the rights you have yourself.'}
      </p>
      {roleName !== undefined && (
        <p className={styles.hint}>
          These are the rights of the role {roleName}. Changing them takes the account out of the role.
        </p>
      )}
      <SectionChoices
        sections={sections}
        isDisabled={(section) => isOwnAccount || !holds(staff, section)}
        onChange={onChange}
      />
      <p className={styles.hint}>
        Permission level: <output>{webMgtOf(sections)}</output>
      </p>
    </fieldset>
  );
}

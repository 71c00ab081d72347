import { type Section, webMgtOf, holds } from '@waygate/contract/permissions';
import type { Rank } from '@waygate/contract/ranks';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { RIGHTS } from './rights.ts';
import styles from './RightsField.module.css';

type RightsFieldProps = {
  sections: Section[];
  /** The editing member of staff, whose rights limit what can be granted. */
  staff: Rank;
  isOwnAccount: boolean;
  onChange: (sections: Section[]) => void;
};

/** Which sections of the admin area an account may use. */
export function RightsField({ sections, staff, isOwnAccount, onChange }: RightsFieldProps) {
  const toggle = (section: Section, isHeld: boolean) =>
    onChange(isHeld ? [...sections, section] : sections.filter((held) => held !== section));
  return (
    <fieldset className={styles.rights}>
      <legend>Rights</legend>
      <p className={styles.hint}>
        {isOwnAccount
          ? 'Only an owner can change your own rights.'
          : 'You can grant and revoke only the rights you have yourself.'}
      </p>
      <div className={styles.categories}>
        {RIGHTS.map((category) => (
          <fieldset key={category.label}>
            <legend>{category.label}</legend>
            {category.rights.map(({ section, label }) => (
              <CheckboxField
                key={section}
                name={`right-${section}`}
                label={label}
                checked={sections.includes(section)}
                disabled={isOwnAccount || !holds(staff, section)}
                onChange={(event) => toggle(section, event.target.checked)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <p className={styles.hint}>
        Permission level: <output>{webMgtOf(sections)}</output>
      </p>
    </fieldset>
  );
}

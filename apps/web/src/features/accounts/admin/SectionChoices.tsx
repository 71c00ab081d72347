import type { Section } from '@waygate/contract/permissions';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { RIGHTS } from './rights.ts';
import styles from './SectionChoices.module.css';

type SectionChoicesProps = {
  sections: Section[];
  isDisabled?: (section: Section) => boolean;
  onChange: (sections: Section[]) => void;
};

/** A checkbox for each section, by the menu's categories. */
export function SectionChoices({ sections, isDisabled, onChange }: SectionChoicesProps) {
  const toggle = (section: Section, isHeld: boolean) =>
    onChange(isHeld ? [...sections, section] : sections.filter((held) => held !== section));
  return (
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
              disabled={isDisabled?.(section)}
              onChange={(event) => toggle(section, event.target.checked)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

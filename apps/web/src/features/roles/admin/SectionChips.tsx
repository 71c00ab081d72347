import { Badge, type BadgeTone } from '#ui/admin/Badge.tsx';
import styles from './SectionChips.module.css';
import { groupSections } from './section-labels.ts';

type SectionChipsProps = { sections: readonly string[]; tone?: BadgeTone };

/** Sections as chips, by the menu's categories. */
export function SectionChips({ sections, tone = 'neutral' }: SectionChipsProps) {
  return (
    <ul className={styles.groups}>
      {groupSections(sections).map(({ label, names }) => (
        <li key={label}>
          <span className={styles.category}>{label}</span>
          {names.map((name) => (
            <Badge key={name} tone={tone}>
              {name}
            </Badge>
          ))}
        </li>
      ))}
    </ul>
  );
}

import { RIGHTS } from '#features/accounts/admin/rights.ts';

type SectionGroup = { label: string; names: string[] };

/** Sections by the menu's categories. Names that this version does not know come last, as they are. */
export function groupSections(sections: readonly string[]): SectionGroup[] {
  const groups = RIGHTS.map(({ label, rights }) => ({
    label,
    names: rights.filter(({ section }) => sections.includes(section)).map((right) => right.label),
  }));
  const known: string[] = RIGHTS.flatMap(({ rights }) => rights.map(({ section }) => section));
  const others = { label: 'Other', names: sections.filter((name) => !known.includes(name)) };
  return [...groups, others].filter(({ names }) => names.length > 0);
}

/** The sections as text: 'Content: News; Shop: Products'. */
export function sectionsText(sections: readonly string[]): string {
  return groupSections(sections)
    .map(({ label, names }) => `${label}: ${names.join(', ')}`)
    .join('; ');
}

/** Every section as a choice of a filter. */
export const SECTION_OPTIONS = RIGHTS.flatMap(({ label: category, rights }) =>
  rights.map(({ section, label }) => ({ value: section, label: `${category}: ${label}` })),
);

import type { Section } from '@waygate/contract/permissions';
import { ADMIN_CATEGORIES } from '#features/admin/sections.ts';

export type RightsCategory = { label: string; rights: { section: Section; label: string }[] };

/** All rights by menu category; pages that share a right share a label. Nobody can grant what only owners may use. */
export const RIGHTS: RightsCategory[] = ADMIN_CATEGORIES.map(({ label, sections }) => ({
  label,
  rights: [...Map.groupBy(sections, ({ needs }) => needs)].flatMap(([section, pages]) =>
    section === 'owner' ? [] : [{ section, label: pages.map((page) => page.label).join(', ') }],
  ),
})).filter(({ rights }) => rights.length > 0);

/** The rights as text, for comparing versions. */
export function rightsText(sections: Section[]): string {
  const named = RIGHTS.flatMap((category) =>
    category.rights
      .filter(({ section }) => sections.includes(section))
      .map(({ label }) => `${category.label}: ${label}`),
  );
  return named.length > 0 ? named.join('; ') : 'None';
}

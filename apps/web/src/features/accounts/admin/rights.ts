import type { Section } from '@waygate/contract/permissions';
import { ADMIN_CATEGORIES, type AdminCategory } from '#features/admin/sections.ts';

export type RightsCategory = { label: string; rights: { section: Section; label: string }[] };

const CATEGORIES: AdminCategory[] = ADMIN_CATEGORIES.map(({ label, sections }) => ({
  label,
  sections: [...sections],
}));

/** All rights by menu category; pages that share a right share a label. */
export const RIGHTS: RightsCategory[] = CATEGORIES.map(({ label, sections }) => ({
  label,
  rights: [...Map.groupBy(sections, ({ needs }) => needs)].map(([section, pages]) => ({
    section,
    label: pages.map((page) => page.label).join(', '),
  })),
}));

/** The rights as text, for comparing versions. */
export function rightsText(sections: Section[]): string {
  const named = RIGHTS.flatMap((category) =>
    category.rights
      .filter(({ section }) => sections.includes(section))
      .map(({ label }) => `${category.label}: ${label}`),
  );
  return named.length > 0 ? named.join('; ') : 'None';
}

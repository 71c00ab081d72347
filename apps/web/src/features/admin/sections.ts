import { holds, type StaffNeed } from '@waygate/contract/permissions';
import { opensAdmin, type Rank } from '@waygate/contract/ranks';
import {
  ADMIN_MENU,
  ADMIN_PAGE_ENTRIES,
  ADMIN_PAGES,
  type AdminPageId,
} from '@waygate/contract/site/admin-pages';
import { sectionNamesOf, type StoredSession } from '#api/session.ts';

export type AdminSectionEntry = { id: string; label: string; path: string; needs: StaffNeed };

/** The left menu by category. */
export const ADMIN_CATEGORIES: readonly AdminCategory[] = ADMIN_MENU.map((label) => ({
  label,
  sections: ADMIN_PAGE_ENTRIES.flatMap(([id, page]) =>
    page.menu === label ? [{ id, label: page.title, path: page.path, needs: page.section }] : [],
  ),
}));

export type AdminCategory = { label: string; sections: AdminSectionEntry[] };

/** A page in the menu. */
export type AdminSectionId = {
  [Id in AdminPageId]: (typeof ADMIN_PAGES)[Id]['menu'] extends string ? Id : never;
}[AdminPageId];

/** Whether this session opens the admin area at all. */
export function canAdminister(session: StoredSession): boolean {
  return opensAdmin(rankOf(session));
}

/** Whether this session has what a section or page needs. */
export function canUse(session: StoredSession | null, need: StaffNeed): boolean {
  return session !== null && holds(rankOf(session), need);
}

/** The menu as this session sees it; categories without a permitted section are left out. */
export function permittedCategories(session: StoredSession): AdminCategory[] {
  return ADMIN_CATEGORIES.map(({ label, sections }) => ({
    label,
    sections: sections.filter(({ needs }) => canUse(session, needs)),
  })).filter(({ sections }) => sections.length > 0);
}

export function findSection(id: AdminSectionId): AdminSectionEntry {
  const { path, title, section } = ADMIN_PAGES[id];
  return { id, label: title, path, needs: section };
}

/** The session's account as the contract's rules for staff know it. */
export function rankOf({ privilege = 0, webMgt = 1, sections }: StoredSession): Rank {
  return { permission: privilege, webMgt, sections: sectionNamesOf({ sections }) };
}

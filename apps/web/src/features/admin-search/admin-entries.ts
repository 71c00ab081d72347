import { ADMIN_PAGES } from '@waygate/contract/site/admin-pages';
import type { StaffNeed } from '@waygate/contract/permissions';
import type { StoredSession } from '#api/session.ts';
import { opensNew } from '#features/admin/search/opens-new.ts';
import { canUse, permittedCategories } from '#features/admin/sections.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';

/** A page or an action of the admin area. */
export type AdminEntry = {
  key: string;
  label: string;
  detail: string;
  to: string;
};

const ACTIONS: { label: string; to: string; needs: StaffNeed }[] = [
  { label: 'Write a news article', to: adminPaths.newArticle, needs: 'news' },
  { label: 'Write a patch note', to: adminPaths.newPatchNote, needs: 'patchNotes' },
  { label: 'Create a product', to: opensNew(adminPaths.products), needs: 'products' },
  { label: 'Add a benefit', to: opensNew(adminPaths.benefits), needs: 'benefits' },
  { label: 'Grant a pack', to: adminPaths.actions, needs: 'actions' },
  { label: 'Correct drop minutes', to: `${adminPaths.twitchDrops}?tab=accounts`, needs: 'twitchDrops' },
  { label: 'Add staff', to: opensNew(adminPaths.staff), needs: 'owner' },
];

/** The pages of the menu that this session may use, in its order. */
export function permittedPages(session: StoredSession): AdminEntry[] {
  const menu = permittedCategories(session).flatMap(({ label, sections }) =>
    sections.map((section) => ({ label: section.label, detail: label, to: section.path })),
  );
  const { title, path } = ADMIN_PAGES.today;
  return [{ label: title, detail: '', to: path }, ...menu].map((page) => ({
    key: `page ${page.to}`,
    ...page,
  }));
}

export function permittedActions(session: StoredSession): AdminEntry[] {
  return ACTIONS.filter(({ needs }) => canUse(session, needs)).map(({ needs: _needs, ...action }) => ({
    key: `action ${action.label}`,
    detail: '',
    ...action,
  }));
}

/** A shorter text would find every page of a category. */
const CATEGORY_LETTERS = 3;

/** Those whose words begin with the typed ones, in any order: 'pat no' finds 'Patch Notes'. */
export function matching(entries: AdminEntry[], text: string): AdminEntry[] {
  const typed = wordsOf(text);
  return entries.filter(({ label, detail }) => {
    const words = wordsOf(text.trim().length < CATEGORY_LETTERS ? label : `${label} ${detail}`);
    return typed.every((beginning) => words.some((word) => word.startsWith(beginning)));
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

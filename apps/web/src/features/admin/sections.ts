import { holds, type Section } from '@waygate/contract/permissions';
import { isOwner, isStaff, type Rank } from '@waygate/contract/ranks';
import type { StoredSession } from '#api/session.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';

export type AdminSectionEntry = { id: string; label: string; path: string; needs: Section };

/** The left menu: the one list of what there is to administer. */
export const ADMIN_CATEGORIES = [
  {
    label: 'Accounts',
    sections: [
      { id: 'users', label: 'Management', path: adminPaths.users, needs: 'users' },
      { id: 'benefits', label: 'Benefits', path: adminPaths.benefits, needs: 'benefits' },
      { id: 'actions', label: 'Actions', path: adminPaths.actions, needs: 'actions' },
      { id: 'audit', label: 'Audit Log', path: adminPaths.audit, needs: 'users' },
    ],
  },
  {
    label: 'Content',
    sections: [
      { id: 'patchNotes', label: 'Patch Notes', path: adminPaths.patchNotes, needs: 'patchNotes' },
      { id: 'news', label: 'News', path: adminPaths.news, needs: 'news' },
      { id: 'twitchDrops', label: 'Twitch Drops', path: adminPaths.twitchDrops, needs: 'twitchDrops' },
    ],
  },
  {
    label: 'Shop',
    sections: [
      { id: 'products', label: 'Products', path: adminPaths.products, needs: 'products' },
      { id: 'orders', label: 'Orders', path: adminPaths.orders, needs: 'orders' },
      { id: 'deliveries', label: 'Deliveries', path: adminPaths.deliveries, needs: 'orders' },
    ],
  },
  {
    label: 'Statistics',
    sections: [
      { id: 'statisticsGame', label: 'Game', path: adminPaths.statisticsGame, needs: 'statisticsGame' },
      {
        id: 'statisticsPayment',
        label: 'Payment',
        path: adminPaths.statisticsPayment,
        needs: 'statisticsPayment',
      },
      {
        id: 'statisticsCharacter',
        label: 'Character',
        path: adminPaths.statisticsCharacter,
        needs: 'statisticsCharacter',
      },
    ],
  },
  {
    label: 'Game',
    sections: [
      { id: 'gameCharacters', label: 'Characters', path: adminPaths.gameCharacters, needs: 'gameCharacters' },
      { id: 'gameInventory', label: 'Inventory', path: adminPaths.gameInventory, needs: 'gameInventory' },
    ],
  },
] as const satisfies { label: string; sections: AdminSectionEntry[] }[];

export type AdminCategory = { label: string; sections: AdminSectionEntry[] };

export type AdminSectionId = (typeof ADMIN_CATEGORIES)[number]['sections'][number]['id'];

/** Whether this session opens the admin area at all. */
export function canAdminister(session: StoredSession): boolean {
  return isOwner(rankOf(session)) || isStaff(session.webMgt);
}

/** Whether this session may use a section, or do what only a section's staff may do. */
export function canUse(session: StoredSession | null, section: Section): boolean {
  return session !== null && holds(rankOf(session), section);
}

/** The menu as this session sees it; categories without a permitted section are left out. */
export function permittedCategories(session: StoredSession): AdminCategory[] {
  return ADMIN_CATEGORIES.map(({ label, sections }) => ({
    label,
    sections: sections.filter(({ needs }) => canUse(session, needs)),
  })).filter(({ sections }) => sections.length > 0);
}

export function findSection(id: AdminSectionId): AdminSectionEntry {
  const sections: AdminSectionEntry[] = ADMIN_CATEGORIES.flatMap((category) => [...category.sections]);
  const section = sections.find((entry) => entry.id === id);
  if (!section) throw new Error(`There is no admin section ${id}.`);
  return section;
}

/** The session's account as the contract's rules for staff know it. */
export function rankOf({ privilege = 0, webMgt = 1 }: StoredSession): Rank {
  return { permission: privilege, webMgt };
}

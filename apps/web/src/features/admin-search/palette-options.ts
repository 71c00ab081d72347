import type { SearchHit, SearchKind } from '@waygate/contract/admin-search/admin-search.schemas';
import type { StoredSession } from '#api/session.ts';
import { canUse } from '#features/admin/sections.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { type AdminEntry, matching } from './admin-entries.ts';
import { actionsOf, type HitAction, subjectOf } from './hit-actions.ts';
import { listOf } from './list-of.ts';

/** One line of the search: a record, what can be done with it, or a page or an action of the area. */
export type PaletteOption = { key: string } & (
  | { to: string; hit: SearchHit; entry?: undefined; action?: undefined }
  | { to: string; hit?: undefined; entry: AdminEntry; action?: undefined }
  | { to: string | undefined; hit?: undefined; entry?: undefined; action: HitAction }
);

export type PaletteGroup = { label: string; options: PaletteOption[] };

const KIND_LABELS: Record<SearchKind, string> = {
  account: 'Players',
  order: 'Orders',
  character: 'Characters',
  product: 'Products',
  article: 'News',
  patchNote: 'Patch notes',
  item: 'Items',
};

/** How many pages are offered before anything is typed. */
const PAGES_AT_FIRST = 8;

type Found = {
  text: string;
  hits: SearchHit[];
  /** Whose actions are shown. */
  chosen: SearchHit | undefined;
  recent: PaletteOption[];
  pages: AdminEntry[];
  actions: AdminEntry[];
};

/** What the search shows, by group; groups without anything are left out. */
export function paletteGroups(session: StoredSession, found: Found) {
  const { text, recent, pages, actions } = found;
  const isBlank = text.trim() === '';
  const groups: PaletteGroup[] = isBlank
    ? [
        { label: 'Recent', options: recent },
        { label: 'Actions', options: actions.map(entryOption) },
        { label: 'Pages', options: pages.slice(0, PAGES_AT_FIRST).map(entryOption) },
      ]
    : [
        { label: 'Pages', options: matching(pages, text).map(entryOption) },
        { label: 'Actions', options: matching(actions, text).map(entryOption) },
        ...hitGroups(session, found),
      ];
  return groups.filter(({ options }) => options.length > 0);
}

function hitGroups(session: StoredSession, { hits, chosen }: Found): PaletteGroup[] {
  // In the server's order.
  return [...Map.groupBy(hits, ({ kind }) => kind)].flatMap(([kind, found]) => [
    {
      label: KIND_LABELS[kind],
      options: found.map((hit) => ({ key: keyOf(hit), to: pathOf(session, hit), hit })),
    },
    ...(chosen?.kind === kind
      ? [{ label: `With ${subjectOf(chosen)}`, options: actionOptions(session, chosen) }]
      : []),
  ]);
}

/** What this viewer may do with the hit. */
export function actionOptions(session: StoredSession, hit: SearchHit): PaletteOption[] {
  return actionsOf(session, hit).map((action) => ({
    key: `${ACTION_KEY}${keyOf(hit)} ${action.name}`,
    to: action.to,
    action,
  }));
}

/** The keys of actions begin with it. */
export const ACTION_KEY = 'with ';

function entryOption(entry: AdminEntry): PaletteOption {
  return { key: entry.key, to: entry.to, entry };
}

export function keyOf(hit: SearchHit): string {
  switch (hit.kind) {
    case 'account':
      return `account ${hit.accountDBID}`;
    case 'order':
      return `order ${hit.orderId}`;
    case 'character':
      return `character ${hit.serverId} ${hit.accountDBID} ${hit.characterId}`;
    case 'product':
      return `product ${hit.productId}`;
    case 'article':
      return `article ${hit.articleId}`;
    case 'patchNote':
      return `patchNote ${hit.patchNoteId}`;
    case 'item':
      return `item ${hit.itemId}`;
  }
}

/** The page of a record; of one without a page, the list that has nothing else. */
function pathOf(session: StoredSession, hit: SearchHit): string {
  switch (hit.kind) {
    case 'account':
      return adminPaths.user({ accountId: hit.accountDBID });
    case 'order':
      return adminPaths.order({ orderId: hit.orderId });
    case 'character':
      return canUse(session, 'users')
        ? adminPaths.user({ accountId: hit.accountDBID })
        : listOf(adminPaths.gameCharacters, hit.name);
    case 'product':
      return listOf(adminPaths.products, String(hit.productId));
    case 'article':
      return adminPaths.article({ articleId: hit.articleId });
    case 'patchNote':
      return adminPaths.patchNote({ patchNoteId: hit.patchNoteId });
    case 'item':
      return listOf(adminPaths.gameInventory, String(hit.itemId));
  }
}

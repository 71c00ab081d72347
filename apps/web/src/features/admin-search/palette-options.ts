import type { SearchHit, SearchKind } from '@waygate/contract/admin-search/admin-search.schemas';
import type { StoredSession } from '#api/session.ts';
import { canUse } from '#features/admin/sections.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { type AdminEntry, matching } from './admin-entries.ts';
import { actionsOf, type HitAction } from './hit-actions.ts';

/** One line of the search: a record, what can be done with it, or a page or an action of the area. */
export type PaletteOption = { key: string; to: string } & (
  | { hit: SearchHit; entry?: undefined; action?: undefined }
  | { hit?: undefined; entry: AdminEntry; action?: undefined }
  | { hit?: undefined; entry?: undefined; action: HitAction }
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
  recent: PaletteOption[];
  pages: AdminEntry[];
  actions: AdminEntry[];
};

/** What the search shows, by group; groups without anything are left out. */
export function paletteGroups(session: StoredSession, { text, hits, recent, pages, actions }: Found) {
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
        ...hitGroups(session, hits),
      ];
  return groups.filter(({ options }) => options.length > 0);
}

function hitGroups(session: StoredSession, hits: SearchHit[]): PaletteGroup[] {
  // In the server's order.
  const [best] = hits;
  return [...Map.groupBy(hits, ({ kind }) => kind)].flatMap(([kind, found]) => [
    {
      label: KIND_LABELS[kind],
      options: found.map((hit) => ({ key: keyOf(hit), to: pathOf(session, hit), hit })),
    },
    ...(kind === 'account' && best?.kind === 'account'
      ? [{ label: `With ${best.userName}`, options: actionsOf(session, best).map(actionOption) }]
      : []),
  ]);
}

function entryOption(entry: AdminEntry): PaletteOption {
  return { key: entry.key, to: entry.to, entry };
}

function actionOption(action: HitAction): PaletteOption {
  return { key: action.key, to: action.to, action };
}

function keyOf(hit: SearchHit): string {
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

function listOf(path: string, search: string): string {
  return `${path}?${new URLSearchParams({ search })}`;
}

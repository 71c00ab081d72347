import type { SearchKind } from '@waygate/contract/admin-search/admin-search.schemas';
import { type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '#platform/auth/viewer.ts';
import { executeNamed } from '#platform/db/execute-named.ts';
import type { SnapshotDb } from '#platform/db/read-snapshot.ts';
import { type AccountHitRow, selectAccountHits } from './account-hits.queries.ts';
import {
  type ArticleHitRow,
  type ItemHitRow,
  type PatchNoteHitRow,
  type ProductHitRow,
  selectArticleHits,
  selectItemHits,
  selectPatchNoteHits,
  selectProductHits,
} from './catalogue-hits.queries.ts';
import {
  type CharacterHitRow,
  type OrderHitRow,
  selectCharacterHits,
  selectOrderHits,
} from './record-hits.queries.ts';
import type { SearchTerms } from './search-terms.ts';

type RowOf = {
  account: AccountHitRow;
  order: OrderHitRow;
  character: CharacterHitRow;
  product: ProductHitRow;
  article: ArticleHitRow;
  patchNote: PatchNoteHitRow;
  item: ItemHitRow;
};

/** Of each kind that was searched, its best rows. */
export type HitRows = { [Kind in SearchKind]?: RowOf[Kind][] };

export type Search = {
  terms: SearchTerms;
  viewer: Viewer;
  kinds: readonly SearchKind[];
  /** Whether accounts are found by their e-mail and IP address too. */
  hasContacts: boolean;
  serverId?: number | undefined;
};

/** The best rows of each kind, in one statement, which takes longer to plan than to run. */
export async function selectHits(db: Pick<SnapshotDb, '$client'>, search: Search): Promise<HitRows> {
  if (search.kinds.length === 0) return {};
  const columns = search.kinds.map(
    (kind) =>
      sql`array(select row_to_json(hit) from (${hitsOf(kind, search)}) as hit) as ${sql.identifier(kind)}`,
  );
  const [hits] = await executeNamed<HitRows>(db, sql`select ${sql.join(columns, sql`, `)}`);
  return hits ?? {};
}

function hitsOf(kind: SearchKind, { terms, viewer, hasContacts, serverId }: Search): SQL {
  switch (kind) {
    case 'account':
      return selectAccountHits(terms, viewer, hasContacts);
    case 'order':
      return selectOrderHits(terms);
    case 'character':
      return selectCharacterHits(terms);
    case 'product':
      return selectProductHits(terms);
    case 'article':
      return selectArticleHits(terms);
    case 'patchNote':
      return selectPatchNoteHits(terms);
    case 'item':
      return selectItemHits(terms, serverId);
  }
}

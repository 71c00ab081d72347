import {
  SEARCH_KINDS,
  SEARCH_READERS,
  type SearchKind,
} from '@waygate/contract/admin-search/admin-search.schemas';
import { holds } from '@waygate/contract/permissions';
import type { Rank } from '@waygate/contract/ranks';

/** The kinds that these staff find in the search of everything. */
export function foundKinds(viewer: Rank): SearchKind[] {
  return SEARCH_KINDS.filter((kind) => mayFind(viewer, kind));
}

/** Whether these staff read the kind, with all that its hits show. */
export function mayFind(viewer: Rank, kind: SearchKind): boolean {
  return SEARCH_READERS[kind].sections.some((section) => holds(viewer, section));
}

/** Whether these staff may choose one of the kind in a form. */
export function mayPick(viewer: Rank, kind: SearchKind): boolean {
  return mayFind(viewer, kind) || SEARCH_READERS[kind].pickers.some((section) => holds(viewer, section));
}

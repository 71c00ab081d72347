import type { HitOf, SearchHit } from '@waygate/contract/admin-search/admin-search.schemas';

/** What forms choose by its id; messages call it that, too. */
export type PickedKind = 'account' | 'order' | 'product' | 'item';

export type PickedRecord = {
  key: string;
  /** What the form sends. */
  id: string;
  name: string;
  detail: string;
};

/** The hits of a kind as records to choose from. */
export function recordsOf(hits: readonly SearchHit[]): PickedRecord[] {
  return hits.flatMap((hit) => recordOf(hit) ?? []);
}

function recordOf(hit: SearchHit): PickedRecord | undefined {
  switch (hit.kind) {
    case 'account':
      return record(hit.accountDBID, hit.userName, accountDetail(hit));
    case 'order':
      return record(hit.orderId, hit.productName, hit.userName);
    case 'product':
      return record(hit.productId, hit.name, '');
    case 'item':
      return record(hit.itemId, hit.label, '');
    case 'character':
    case 'article':
    case 'patchNote':
      return undefined;
  }
}

function record(id: number, name: string, detail: string): PickedRecord {
  return { key: String(id), id: String(id), name, detail };
}

function accountDetail({ email, isBanned }: HitOf<'account'>): string {
  return [email, isBanned && 'banned'].filter(Boolean).join(', ');
}

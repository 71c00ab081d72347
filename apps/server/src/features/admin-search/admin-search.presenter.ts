import type { SearchHit } from '@waygate/contract/admin-search/admin-search.schemas';
import { mayEdit } from '@waygate/contract/permissions';
import { hidesContact, maskedEmail } from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { AccountHitRow } from './account-hits.queries.ts';
import type { HitRows } from './admin-search.queries.ts';
import type { OrderHitRow } from './record-hits.queries.ts';

/**
 * All hits, by kind.
 *
 * @param hasContacts whether the viewer sees more of accounts than their names
 */
export function presentHits(rows: HitRows, viewer: Viewer, hasContacts: boolean): SearchHit[] {
  return [
    ...(rows.account ?? []).map((row) => presentAccount(row, viewer, hasContacts)),
    ...(rows.order ?? []).map(presentOrder),
    ...(rows.character ?? []).map((row) => ({ kind: 'character' as const, ...row })),
    ...(rows.product ?? []).map(({ priceCents, ...row }) => ({
      kind: 'product' as const,
      ...row,
      price: priceCents / 100,
    })),
    ...(rows.article ?? []).map((row) => ({ kind: 'article' as const, ...row })),
    ...(rows.patchNote ?? []).map((row) => ({ kind: 'patchNote' as const, ...row })),
    ...(rows.item ?? []).map((row) => ({ kind: 'item' as const, ...row })),
  ];
}

function presentAccount(account: AccountHitRow, viewer: Viewer, hasContacts: boolean): SearchHit {
  const { id, userName, isBanned } = account;
  const email = hidesContact(viewer, account) ? maskedEmail(account.email) : account.email;
  const common = { kind: 'account', accountDBID: id, userName } as const;
  if (!hasContacts) return { ...common, email: null, isBanned: null, isEditable: null };
  return { ...common, email, isBanned, isEditable: mayEdit(viewer, account) };
}

function presentOrder({ priceCents, createdAt, ...order }: OrderHitRow): SearchHit {
  return { kind: 'order', ...order, price: priceCents / 100, createdAt: new Date(createdAt).toISOString() };
}

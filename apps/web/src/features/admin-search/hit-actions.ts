import type { HitOf, SearchHit } from '@waygate/contract/admin-search/admin-search.schemas';
import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import type { StoredSession } from '#api/session.ts';
import { opensAction, type PageAction } from '#features/admin/search/opens-new.ts';
import { canUse } from '#features/admin/sections.ts';
import { mayGive } from '#features/admin/use-may-give.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { paths } from '#features/paths/paths.ts';
import { listOf } from './list-of.ts';

/** A dialog of the hit's page, another page, or what is copied. */
type ActionName = PageAction | 'player' | 'orders' | 'view' | 'copy';

/** What staff do with a hit. Its letter chooses it once Tab has moved to the actions. */
export type HitAction = { name: ActionName; label: string; letter: string } & (
  | { to: string; copied?: undefined }
  | { to?: undefined; copied: string }
);

type Offer = HitAction & { isOffered: boolean };

/** The actions of a hit that this viewer may take. What its page alone knows, such as a pending refund, its page says. */
export function actionsOf(session: StoredSession, hit: SearchHit): HitAction[] {
  return offersFor(session, hit).flatMap(({ isOffered, ...action }) => (isOffered ? [action] : []));
}

/** Whom or what a hit's actions concern. */
export function subjectOf(hit: SearchHit): string {
  switch (hit.kind) {
    case 'account':
    case 'character':
      return hit.userName;
    case 'order':
      return `order #${hit.orderId}`;
    case 'product':
      return hit.name;
    case 'article':
    case 'patchNote':
      return hit.title;
    case 'item':
      return hit.label;
  }
}

function offersFor(session: StoredSession, hit: SearchHit): Offer[] {
  switch (hit.kind) {
    case 'account':
      return hit.isEditable ? playerOffers(session, hit) : [];
    case 'character':
      return canUse(session, 'users') ? playerOffers(session, hit) : [];
    case 'order':
      return orderOffers(session, hit);
    case 'product':
      return productOffers(session, hit);
    case 'article':
      return textOffers(
        adminPaths.article({ articleId: hit.articleId }),
        hit.isShown ? paths.article({ articleId: hit.articleId }) : undefined,
      );
    case 'patchNote':
      return textOffers(
        adminPaths.patchNote({ patchNoteId: hit.patchNoteId }),
        hit.isShown ? paths.patchNote({ patchNoteId: hit.patchNoteId }) : undefined,
      );
    case 'item':
      return [];
  }
}

/** For a character's player too. Whether they are banned, or may be edited, their page knows. */
function playerOffers(
  session: StoredSession,
  { accountDBID, isBanned = false }: Pick<HitOf<'account'>, 'accountDBID'> & { isBanned?: boolean | null },
): Offer[] {
  const page = adminPaths.user({ accountId: accountDBID });
  const isOwn = session.accountDBID === accountDBID;
  const givesPacks = canUse(session, 'actions');
  const givesBenefits = canUse(session, 'benefits');
  const gives = mayGive(session, accountDBID);
  const granted = [givesPacks && 'a pack', givesBenefits && 'a benefit'].filter(Boolean).join(' or ');
  const [ban, banLabel] = isBanned ? (['unban', 'Unban…'] as const) : (['ban', 'Ban…'] as const);
  return [
    opening(page, 'grant', { label: `Grant ${granted}…`, letter: 'G', isOffered: gives && granted !== '' }),
    opening(page, 'item', { label: 'Grant an item…', letter: 'I', isOffered: gives && givesPacks }),
    opening(page, 'coins', { label: 'Give or take coins…', letter: 'C', isOffered: gives }),
    opening(page, 'reset-link', { label: 'Send a reset link…', letter: 'R' }),
    opening(page, ban, { label: banLabel, letter: 'B', isOffered: !isOwn && givesPacks }),
  ];
}

/** Nothing has been sent to a game in these. */
const UNPAID: readonly OrderState[] = ['creating', 'pending', 'processing', 'failed', 'expired', 'cancelled'];

function orderOffers(session: StoredSession, hit: HitOf<'order'>): Offer[] {
  const { orderId, accountDBID, userName, state } = hit;
  const page = adminPaths.order({ orderId });
  const gives = mayGive(session, accountDBID);
  const isPaid = state === 'paid' || state === 'partially_refunded';
  return [
    opening(page, 'refund', {
      label: state === 'review' ? 'Refund the payments…' : 'Refund…',
      letter: 'R',
      isOffered: gives && (isPaid || state === 'review'),
    }),
    opening(page, 'retry', {
      label: 'Retry failed deliveries…',
      letter: 'D',
      isOffered: gives && !UNPAID.includes(state),
    }),
    {
      name: 'player',
      label: `Open ${userName}'s page`,
      letter: 'P',
      to: adminPaths.user({ accountId: accountDBID }),
      isOffered: canUse(session, 'users'),
    },
    { name: 'copy', label: 'Copy the number', letter: 'C', copied: String(orderId), isOffered: true },
  ];
}

function productOffers(session: StoredSession, { productId, isListed }: HitOf<'product'>): Offer[] {
  const list = listOf(adminPaths.products, String(productId));
  return [
    opening(list, 'edit', { label: 'Edit…', letter: 'E' }),
    opening(list, 'hide', { label: 'Hide from players…', letter: 'H', isOffered: isListed }),
    {
      name: 'orders',
      label: 'Show its orders',
      letter: 'O',
      to: `${adminPaths.orders}?product=${productId}`,
      isOffered: canUse(session, 'orders'),
    },
    opening(list, 'delete', { label: 'Delete…', letter: 'D' }),
  ];
}

/** @param sitePath where visitors see it; undefined while they don't */
function textOffers(editor: string, sitePath: string | undefined): Offer[] {
  const view = { name: 'view', label: 'View on the site', letter: 'V', isOffered: true } as const;
  return [
    ...(sitePath === undefined ? [] : [{ ...view, to: sitePath }]),
    opening(editor, 'preview', { label: 'Preview…', letter: 'P' }),
    opening(editor, 'revisions', { label: 'Compare revisions…', letter: 'R' }),
  ];
}

function opening(
  page: string,
  name: PageAction,
  { isOffered = true, ...offer }: { label: string; letter: string; isOffered?: boolean },
): Offer {
  return { name, ...offer, to: opensAction(page, name), isOffered };
}

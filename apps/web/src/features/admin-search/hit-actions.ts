import type { HitOf, SearchHit } from '@waygate/contract/admin-search/admin-search.schemas';
import { isOwner } from '@waygate/contract/ranks';
import type { StoredSession } from '#api/session.ts';
import { opensAction, type PlayerAction } from '#features/admin/search/opens-new.ts';
import { canUse, rankOf } from '#features/admin/sections.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';

/** What staff do with the best hit. Its letter chooses it once Tab has moved to the actions. */
export type HitAction = { key: string; label: string; to: string; letter: string; action: PlayerAction };

type Offer = Pick<HitAction, 'action' | 'label' | 'letter'> & { isOffered: boolean };

/** The actions of the best hit that this viewer may take; none if it is no account that they may edit. */
export function actionsOf(session: StoredSession, best: SearchHit | undefined): HitAction[] {
  if (best?.kind !== 'account' || !best.isEditable) return [];
  const page = adminPaths.user({ accountId: best.accountDBID });
  return offersFor(session, best)
    .filter(({ isOffered }) => isOffered)
    .map(({ action, label, letter }) => ({
      key: `with ${best.accountDBID} ${action}`,
      label,
      letter,
      action,
      to: opensAction(page, action),
    }));
}

function offersFor(session: StoredSession, { accountDBID, isBanned }: HitOf<'account'>): Offer[] {
  const isOwn = session.accountDBID === accountDBID;
  const givesPacks = canUse(session, 'actions');
  const givesBenefits = canUse(session, 'benefits');
  // Only owners give to themselves.
  const mayGive = !isOwn || isOwner(rankOf(session));
  const granted = [givesPacks && 'a pack', givesBenefits && 'a benefit'].filter(Boolean).join(' or ');
  return [
    { action: 'grant', label: `Grant ${granted}…`, letter: 'G', isOffered: mayGive && granted !== '' },
    { action: 'item', label: 'Grant an item…', letter: 'I', isOffered: mayGive && givesPacks },
    { action: 'coins', label: 'Give or take coins…', letter: 'C', isOffered: mayGive },
    { action: 'reset-link', label: 'Send a reset link…', letter: 'R', isOffered: true },
    {
      ...(isBanned ? { action: 'unban', label: 'Unban…' } : { action: 'ban', label: 'Ban…' }),
      letter: 'B',
      isOffered: !isOwn && givesPacks,
    },
  ];
}

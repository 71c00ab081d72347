import type { Spending } from '#features/staff/staff.ts';
import type { EditableUser } from './accounts.admin.presenter.ts';

/** Before every membership. */
const NEVER = '1970-01-01';

/** The fields that are worth something in the game. */
const VALUABLES = [
  'agaiaClubExpiry',
  'agaiaCoins',
  'astrumCoins',
  'hasClaimedFounderPackage',
  'hasClaimedVeteranPackage',
] as const;

/** Whether an edit changes what is worth something in the game, also by taking it away. */
export function isGift(was: EditableUser, wanted: EditableUser): boolean {
  return VALUABLES.some((name) => was[name] !== wanted[name]);
}

/** Coins that are added, packages that are ticked, and a club that lasts longer, which counts as one item. */
export function spendingOf(was: EditableUser, wanted: EditableUser): Spending {
  const added = (name: 'agaiaCoins' | 'astrumCoins') => Math.max(wanted[name] - was[name], 0);
  const ticked = (['hasClaimedFounderPackage', 'hasClaimedVeteranPackage'] as const).filter(
    (name) => wanted[name] && !was[name],
  );
  const isClubLonger = Date.parse(wanted.agaiaClubExpiry ?? '') > Date.parse(was.agaiaClubExpiry ?? NEVER);
  return {
    coins: added('agaiaCoins') + added('astrumCoins'),
    packs: ticked.length,
    items: isClubLonger ? 1 : 0,
  };
}
